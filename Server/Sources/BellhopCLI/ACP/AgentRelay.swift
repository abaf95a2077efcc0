import BellhopAgents
import BellhopModel
import Foundation
import Subprocess
import Synchronization
import UnixSignals

/// `bellhop acp` between an editor's streams and the agent that it starts: lines go through ``AgentProxy``, what it asks
/// to the desk.
///
/// It ends with the agent. What is asked then is taken back.
final class AgentRelay: Sendable {
    struct Options: Sendable {
        /// The agent's program and its arguments; not empty.
        var command: [String]
        var proxy: AgentProxy.Options
        /// How long taking back what is asked may hold up the end.
        var patience: Duration = .seconds(5)
        /// Passes on the signals that end programs, until its task is cancelled.
        var forwardSignals: @Sendable (@Sendable (Signal) -> Void) async -> Void = { send in
            for await signal in await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup) { send(Signal(signal)) }
        }
        /// What is said on standard error, one line each.
        var remark: @Sendable (String) -> Void = { Output.remark("bellhop: \($0)") }
    }

    private let desk: AskDesk
    private let options: Options
    private let proxy: Mutex<AgentProxy>
    private let toAgent = Outbox()
    private let toClient = Outbox()
    private let withdrawals = Withdrawals<AgentProxy.Ticket.ID>()
    private let tickets: AsyncStream<OpenTicket>
    private let asking: AsyncStream<OpenTicket>.Continuation

    private struct OpenTicket: Sendable {
        let ticket: AgentProxy.Ticket
        let withdrawn: AsyncStream<WithdrawalReason>
    }

    init(desk: AskDesk, options: Options) {
        self.desk = desk
        self.options = options
        proxy = Mutex(AgentProxy(options.proxy))
        (tickets, asking) = AsyncStream.makeStream()
    }

    /// - Returns: the exit code to end with: the agent's own, or as a shell would tell of its signal (POSIX, 2.8.2).
    /// - Throws: ``CommandFailure`` when the agent cannot be started.
    func run(_ input: ByteSource, _ output: ByteSink) async throws -> Int32 {
        // Writing to an agent that has gone fails, and does not end this process.
        signal(SIGPIPE, SIG_IGN)
        var platform = PlatformOptions()
        platform.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: options.patience)]
        do {
            let end = try await Subprocess.run(
                .name(options.command[0]), arguments: Arguments(Array(options.command.dropFirst())),
                platformOptions: platform, input: .inputWriter, output: .sequence, error: .currentStandardError
            ) { agent in
                await self.relay(agent, input, output)
            }
            return switch end.terminationStatus {
            case .exited(let code): code
            case .signaled(let signal): 128 + signal
            }
        } catch let error as SubprocessError where [.executableNotFound, .spawnFailed].contains(error.code) {
            throw CommandFailure("\(options.command[0]) cannot be started: \(error)", exitCode: 127)
        }
    }

    private typealias Agent = Execution<CustomWriteInput, SequenceOutput, FileDescriptorOutput>

    private func relay(_ agent: Agent, _ input: ByteSource, _ output: ByteSink) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.toClient.drain(to: output) }
            group.addTask {
                // What the client says, and what is passed on, ends with the agent.
                await firstOf(
                    { await self.hear(agent) },
                    { await self.serve(agent, input) })
                self.asking.finish()
                self.toClient.close()
            }
            await withPatience(self.options.patience) { working in
                for await open in self.tickets { working.addTask { await self.ask(open) } }
            }
            await group.waitForAll()
        }
    }
}

extension AgentRelay {
    private func hear(_ agent: Agent) async {
        var lines = LineSplitter(limit: AgentProxy.lineLimit)
        do {
            for try await buffer in agent.standardOutput {
                let bytes = buffer.withUnsafeBytes { Array($0) }
                handle(lines.split(bytes), from: .agent)
                await toClient.room()
            }
        } catch {
            options.remark("the agent's output cannot be read: \(error)")
        }
        handle(lines.end(), from: .agent)
        carryOut { $0.end() }
    }

    /// Runs until it is cancelled.
    private func serve(_ agent: Agent, _ input: ByteSource) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await self.toAgent.drain(to: .standardInput(of: agent))
                try? await agent.standardInputWriter.finish()
            }
            group.addTask { await self.listen(to: input) }
            group.addTask { await self.options.forwardSignals { try? agent.send(signal: $0) } }
            await group.waitForAll()
        }
    }

    /// The agent's input ends where the client's does; nobody is left to whom its questions matter.
    private func listen(to input: ByteSource) async {
        var lines = LineSplitter(limit: AgentProxy.lineLimit)
        while let bytes = await input.read() {
            handle(lines.split(bytes), from: .client)
            await toAgent.room()
        }
        handle(lines.end(), from: .client)
        carryOut { $0.end() }
        toAgent.close()
    }

    private func ask(_ open: OpenTicket) async {
        let ticket = open.ticket
        defer { withdrawals.close(ticket.id) }
        switch await desk.ask(ticket.content, session: ticket.sessionID, unless: open.withdrawn) {
        case .withdrawn: break
        case .failed(let why): carryOut { $0.resolve(ticket.id, with: .failed(why)) }
        case .answered(let answer):
            let effects = carryOut { $0.resolve(ticket.id, with: .answered(answer)) }
            if effects.contains(where: \.isForAgent) { await desk.reportApplied(answer) }
        }
    }

    private func handle(_ pieces: [LineSplitter.Piece], from side: AgentProxy.Side) {
        for piece in pieces { carryOut { $0.receive(piece, from: side) } }
    }

    /// Decides and puts in line under one lock, so that everything leaves in the order in which it was decided.
    @discardableResult
    private func carryOut(_ decide: (inout AgentProxy) -> [AgentProxy.Effect]) -> [AgentProxy.Effect] {
        let effects = proxy.withLock { proxy in
            let effects = decide(&proxy)
            for effect in effects { start(effect) }
            return effects
        }
        for case .remark(let text) in effects { options.remark(text) }
        return effects
    }

    private func start(_ effect: AgentProxy.Effect) {
        switch effect {
        case .write(let bytes, .agent): toAgent.put(bytes)
        case .write(let bytes, .client): toClient.put(bytes)
        case .ask(let ticket): asking.yield(OpenTicket(ticket: ticket, withdrawn: withdrawals.open(ticket.id)))
        case .withdraw(let id, let reason): withdrawals.take(id, reason)
        case .remark: break
        }
    }
}

extension AgentProxy.Effect {
    fileprivate var isForAgent: Bool { if case .write(_, .agent) = self { true } else { false } }
}

extension ByteSink {
    fileprivate static func standardInput<Output, Failure>(
        of agent: Execution<CustomWriteInput, Output, Failure>
    ) -> ByteSink {
        ByteSink { bytes in (try? await agent.standardInputWriter.write(bytes)) == bytes.count }
    }
}

extension Signal {
    fileprivate init(_ signal: UnixSignal) {
        self =
            switch signal {
            case .sigint: .interrupt
            case .sighup: .terminalClosed
            default: .terminate
            }
    }
}
