import ArgumentParser
import BellhopAgents
import BellhopFoundation
import BellhopModel
import BellhopTerminal
import Subprocess
import Synchronization

/// Runs an agent for `bellhop acp` and relays lines between it and the editor through ``AgentProxy``, which sends
/// permission requests to the ``AskClient``.
///
/// Ends when the agent ends, and withdraws the asks that are still open.
final class AgentRelay: Sendable {
    struct Options: Sendable {
        /// The agent's program and its arguments; not empty.
        var command: [String]
        var proxy: AgentProxy.Options
        /// The maximum time for withdrawing open asks at the end, and for a client that stops reading after a signal.
        var gracePeriod: Duration = .seconds(5)
        /// Forwards termination signals, by number, until its task is cancelled.
        var forwardSignals: @Sendable (AgentSignals.Send) async -> Void = AgentSignals.ofThisProcess
        /// Writes one line to standard error.
        var remark: @Sendable (String) -> Void = { Output.remark("bellhop: \($0)") }
    }

    let askClient: AskClient
    let options: Options
    let proxy: Mutex<AgentProxy>
    let toAgent = OutputBuffer()
    let toClient = OutputBuffer()
    let asks = PendingAsks<AgentProxy.Ticket.ID, AgentProxy.Ticket>()
    private let signals = AgentSignals()

    typealias AgentProcess = Execution<CustomWriteInput, SequenceOutput, FileDescriptorOutput>

    init(askClient: AskClient, options: Options) {
        self.askClient = askClient
        self.options = options
        proxy = Mutex(AgentProxy(options.proxy))
    }

    /// - Returns: the agent's exit code, or 128 plus the number of the signal that ended it (POSIX, 2.8.2).
    /// - Throws: ``CommandFailure`` when the agent cannot be started.
    func run(_ input: ByteSource, _ output: ByteSink) async throws -> Int32 {
        // A write to an agent that has exited must fail instead of ending this process.
        signal(SIGPIPE, SIG_IGN)
        return try await withThrowingTaskGroup(of: Int32?.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await self.runAgent(input, output) }
            group.addTask {
                await self.options.forwardSignals(self.signals.forward)
                return nil
            }
            while let ended = try await group.next() { if let ended { return ended } }
            throw CancellationError()
        }
    }

    private func runAgent(_ input: ByteSource, _ output: ByteSink) async throws -> Int32 {
        var platform = PlatformOptions()
        platform.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: options.gracePeriod)]
        // The library accepts a name only; `env` accepts a path and replaces itself with the program.
        let command = options.command[0].contains("/") ? ["env"] + options.command : options.command
        defer { signals.stop() }
        do {
            let end = try await Subprocess.run(
                .name(command[0]), arguments: Arguments(Array(command.dropFirst())),
                platformOptions: platform, input: .inputWriter, output: .sequence, error: .currentStandardError
            ) { agent in
                // Signals are forwarded beyond this body: the agent may outlive its streams.
                self.signals.start { try? agent.send(signal: Signal(rawValue: $0)) }
                await self.relay(agent, input, output)
            }
            return switch end.terminationStatus {
            case .exited(let code): code
            case .signaled(let signal): 128 + signal
            }
        } catch let error as SubprocessError where [.executableNotFound, .spawnFailed].contains(error.code) {
            throw CommandFailure(
                "\(options.command[0]) cannot be started: \(error)", exitCode: Self.exitCode(ofMissing: command[0]))
        }
    }

    private func relay(_ agent: AgentProcess, _ input: ByteSource, _ output: ByteSink) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await self.toClient.drain(
                    to: output, gracePeriod: self.options.gracePeriod, after: self.signals.waitForFirst)
            }
            group.addTask {
                // Client input is no longer read once the agent has ended.
                await withTaskGroup(of: Void.self) { serving in
                    serving.addTask { await self.serve(agent, input) }
                    await self.readOutput(of: agent)
                    serving.cancelAll()
                }
                self.asks.finish()
                self.toClient.close()
            }
            await self.asks.process(gracePeriod: self.options.gracePeriod) { await self.ask($0, unless: $1) }
            await group.waitForAll()
        }
    }
}

extension AgentRelay {
    func readOutput(of agent: AgentProcess) async {
        var lines = LineSplitter(limit: proxy.withLock { $0.lineLimit(of: .agent) })
        do {
            for try await buffer in agent.standardOutput {
                let bytes = buffer.withUnsafeBytes { Array($0) }
                handle(lines.split(bytes), from: .agent)
                await toClient.waitForCapacity()
            }
        } catch {
            options.remark("the agent's output cannot be read: \(error)")
        }
        handle(lines.end(), from: .agent)
        apply { $0.end() }
    }

    /// Runs until the client's input has ended, or the task is cancelled.
    func serve(_ agent: AgentProcess, _ input: ByteSource) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await self.toAgent.drain(to: .standardInput(of: agent))
                try? await agent.standardInputWriter.finish()
            }
            group.addTask { await self.readInput(input) }
            await group.waitForAll()
        }
    }

    /// Closes the agent's input when the client's input ends: from then on the agent's requests have no recipient.
    private func readInput(_ input: ByteSource) async {
        var lines = LineSplitter(limit: proxy.withLock { $0.lineLimit(of: .client) })
        while let bytes = await input.read() {
            handle(lines.split(bytes), from: .client)
            await toAgent.waitForCapacity()
        }
        handle(lines.end(), from: .client)
        apply { $0.end() }
        toAgent.close()
    }

    func ask(_ ticket: AgentProxy.Ticket, unless withdrawn: AsyncStream<WithdrawalReason>) async {
        let ending = await askClient.ask(ticket.content, session: ticket.sessionID, unless: withdrawn)
        let effects = apply { $0.resolve(ticket.id, with: ending) }
        guard case .answered(let answer) = ending, effects.contains(where: \.isForAgent) else { return }
        await askClient.reportApplied(answer)
    }

    private func handle(_ pieces: [LineSplitter.Piece], from side: AgentProxy.Side) {
        for piece in pieces { apply { $0.receive(piece, from: side) } }
    }

    /// Changes the proxy's state and queues the effects under one lock, so that effects leave in the order of the changes.
    @discardableResult
    private func apply(_ change: (inout AgentProxy) -> [AgentProxy.Effect]) -> [AgentProxy.Effect] {
        let effects = proxy.withLock { proxy in
            let effects = change(&proxy)
            for effect in effects { start(effect) }
            return effects
        }
        for case .remark(let text) in effects { options.remark(text) }
        return effects
    }

    private func start(_ effect: AgentProxy.Effect) {
        switch effect {
        case .write(let bytes, .agent): toAgent.append(bytes)
        case .write(let bytes, .client): toClient.append(bytes)
        case .ask(let ticket): asks.add(ticket, as: ticket.id)
        case .withdraw(let id, let reason): asks.withdraw(id, reason)
        case .remark: break
        }
    }
}

extension AgentProxy.Effect {
    fileprivate var isForAgent: Bool { if case .write(_, .agent) = self { true } else { false } }
}

extension ByteSink {
    fileprivate static func standardInput(of agent: AgentRelay.AgentProcess) -> ByteSink {
        ByteSink { bytes in (try? await agent.standardInputWriter.write(bytes)) == bytes.count }
    }
}

extension AgentRelay {
    /// The exit code of a shell for a command that cannot be started (POSIX, 2.8.2): 126 when it is found and cannot be
    /// run, 127 when it is not found. `env`, which starts programs named by a path, uses the same codes.
    static func exitCode(
        ofMissing name: String, path: String = ProcessInfo.processInfo.environment["PATH"] ?? ""
    ) -> ExitCode {
        let isFound = path.split(separator: ":").contains { FileManager.default.fileExists(atPath: "\($0)/\(name)") }
        return ExitCode(isFound ? 126 : 127)
    }
}
