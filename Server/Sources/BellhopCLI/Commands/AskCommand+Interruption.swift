import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal

extension AskCommand {
    /// What happens from the question to its end.
    private enum Step: Sendable {
        case asked(Ask)
        case waited(Ask, AskWait)
        case interrupted
        case late
    }

    /// Asks and waits, unless a signal that ends programs comes first: then the ask is taken back. One that is on its way
    /// is waited for, for a moment, so that it can be.
    ///
    /// - Throws: `ExitCode` after a signal.
    func askUnlessInterrupted(
        _ request: AskRequest, _ client: BellhopClient, until deadline: Timestamp
    ) async throws -> (Ask, AskWait) {
        // One trap for all of it: a signal between two of them would end the process.
        try await withThrowingTaskGroup(of: Step.self) { group in
            defer { group.cancelAll() }
            let (trapping, trapped) = AsyncStream<Never>.makeStream()
            group.addTask {
                await untilInterrupted { trapped.finish() }
                return .interrupted
            }
            for await _ in trapping {}
            group.addTask { .asked(try await client.createAsk(request).ask) }
            var (asked, isInterrupted): (Ask?, Bool) = (nil, false)
            while let step = try await group.next() {
                switch step {
                case .asked(let ask):
                    guard !isInterrupted else { throw await interruption(of: ask, client) }
                    asked = ask
                    group.addTask {
                        // Beside it: an answer that comes at once is not kept waiting, and ends the report.
                        async let _: Void = report(ask, client)
                        return .waited(ask, try await client.waitForAnswer(to: ask.id, until: deadline))
                    }
                case .waited(let ask, let outcome): return (ask, outcome)
                case .interrupted:
                    isInterrupted = true
                    if let asked {
                        group.cancelAll()
                        throw await interruption(of: asked, client)
                    }
                    group.addTask {
                        try await ClientTime.system.sleep(Self.lastWait)
                        return .late
                    }
                case .late:
                    Output.remark("bellhop: interrupted; the server has not said whether it asks")
                    throw ExitCode(130)
                }
            }
            throw CancellationError()
        }
    }

    /// How long somebody who wants to stop waits for a server.
    private static let lastWait = Duration.seconds(3)

    /// Takes the ask back, and says what is left of it.
    private func interruption(of ask: Ask, _ client: BellhopClient) async -> ExitCode {
        let closed = try? await withTimeLimit(Self.lastWait) {
            try await client.closeAsk(ask.id, reason: .withdrawnByAgent)
        }
        Output.remark("bellhop: interrupted; \(Self.whatIsLeft(of: closed))")
        return ExitCode(130)
    }

    /// - Parameter closed: the ask as it was closed; `nil` when it could not be.
    static func whatIsLeft(of closed: Ask?) -> String {
        switch closed?.state {
        case .withdrawn?: "the ask is withdrawn"
        case nil: "the ask could not be withdrawn, and can be answered until its time is over"
        case let state?: "the ask had ended already: \(state.rawValue)"
        }
    }
}
