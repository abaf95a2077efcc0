import ArgumentParser
import BellhopAgents
import BellhopModel
import BellhopTerminal
import Foundation
import Subprocess
import Synchronization

/// `bellhop acp` between an editor's streams and the agent that it starts: lines go through ``AgentProxy``, what it asks
/// to the ``AskClient``.
///
/// It ends with the agent. What is asked then is taken back.
final class AgentRelay: Sendable {
    struct Options: Sendable {
        /// The agent's program and its arguments; not empty.
        var command: [String]
        var proxy: AgentProxy.Options
        /// How long taking back what is asked, or after a signal a client that does not read, may hold up the end.
        var patience: Duration = .seconds(5)
        /// Passes on the signals that end programs, by their numbers, until its task is cancelled.
        var forwardSignals: @Sendable (AgentSignals.Send) async -> Void = AgentSignals.ofThisProcess
        /// What is said on standard error, one line each.
        var remark: @Sendable (String) -> Void = { Output.remark("bellhop: \($0)") }
    }

    let askClient: AskClient
    let options: Options
    let proxy: Mutex<AgentProxy>
    let toAgent = Outbox()
    let toClient = Outbox()
    let asks = OpenAsks<AgentProxy.Ticket.ID, AgentProxy.Ticket>()
    private let signals = AgentSignals()

    typealias AgentProcess = Execution<CustomWriteInput, SequenceOutput, FileDescriptorOutput>

    init(askClient: AskClient, options: Options) {
        self.askClient = askClient
        self.options = options
        proxy = Mutex(AgentProxy(options.proxy))
    }

    /// - Returns: the exit code to end with: the agent's own, or as a shell would tell of its signal (POSIX, 2.8.2).
    /// - Throws: ``CommandFailure`` when the agent cannot be started.
    func run(_ input: ByteSource, _ output: ByteSink) async throws -> Int32 {
        // Writing to an agent that has gone fails, and does not end this process.
        signal(SIGPIPE, SIG_IGN)
        return try await withThrowingTaskGroup(of: Int32?.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await self.runAgent(input, output) }
            group.addTask {
                await self.options.forwardSignals(self.signals.pass)
                return nil
            }
            while let ended = try await group.next() { if let ended { return ended } }
            throw CancellationError()
        }
    }

    private func runAgent(_ input: ByteSource, _ output: ByteSink) async throws -> Int32 {
        var platform = PlatformOptions()
        platform.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: options.patience)]
        // The library looks names up; `env` also takes a path, and becomes what it starts.
        let command = options.command[0].contains("/") ? ["env"] + options.command : options.command
        defer { signals.end() }
        do {
            let end = try await Subprocess.run(
                .name(command[0]), arguments: Arguments(Array(command.dropFirst())),
                platformOptions: platform, input: .inputWriter, output: .sequence, error: .currentStandardError
            ) { agent in
                // Also beyond this body: the agent may live on without its streams.
                self.signals.begin { try? agent.send(signal: Signal(rawValue: $0)) }
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
                    to: output, patience: self.options.patience, after: self.signals.untilFirst)
            }
            group.addTask {
                // What the client says ends with the agent.
                await withTaskGroup(of: Void.self) { serving in
                    serving.addTask { await self.serve(agent, input) }
                    await self.hear(agent)
                    serving.cancelAll()
                }
                self.asks.finish()
                self.toClient.close()
            }
            await self.asks.work(within: self.options.patience) { await self.ask($0, unless: $1) }
            await group.waitForAll()
        }
    }
}
