import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal

extension AskCommand {
    /// An event while the command waits.
    private enum Event: Sendable {
        case asked(Ask)
        case waited(Ask, AskWait)
        case interrupted
        case late
    }

    /// Creates an ask and waits for the answer. After a termination signal it withdraws the ask; for a request in flight it
    /// first waits a moment for the ask's id.
    ///
    /// - Throws: `ExitCode` after a signal.
    func createAndWait(
        _ request: AskRequest, _ client: BellhopClient, until deadline: Timestamp
    ) async throws -> (Ask, AskWait) {
        // A single signal trap for the whole time: a signal between two traps would end the process.
        try await withThrowingTaskGroup(of: Event.self) { group in
            defer { group.cancelAll() }
            let (trapping, trapped) = AsyncStream<Never>.makeStream()
            group.addTask {
                await untilInterrupted { trapped.finish() }
                return .interrupted
            }
            for await _ in trapping {}
            group.addTask { .asked(try await client.createAsk(request).ask) }
            var (asked, isInterrupted): (Ask?, Bool) = (nil, false)
            while let event = try await group.next() {
                switch event {
                case .asked(let ask):
                    guard !isInterrupted else { throw await interruption(of: ask, client) }
                    asked = ask
                    group.addTask {
                        // Concurrent, so that an immediate answer is not delayed and ends the report.
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
                        try await ClientTime.system.sleep(Self.withdrawalTimeout)
                        return .late
                    }
                case .late:
                    Output.remark("bellhop: interrupted; it is unknown whether the server stored the ask")
                    throw ExitCode(130)
                }
            }
            throw CancellationError()
        }
    }

    /// The maximum time to wait for the server after an interruption.
    private static let withdrawalTimeout = Duration.seconds(3)

    /// Withdraws the ask and reports its state.
    private func interruption(of ask: Ask, _ client: BellhopClient) async -> ExitCode {
        let closed = try? await withTimeLimit(Self.withdrawalTimeout) {
            try await client.closeAsk(ask.id, reason: .withdrawnByAgent)
        }
        Output.remark("bellhop: interrupted; \(Self.stateAfterInterruption(of: closed))")
        return ExitCode(130)
    }

    /// - Parameter closed: the closed ask; `nil` when it could not be closed.
    static func stateAfterInterruption(of closed: Ask?) -> String {
        switch closed?.state {
        case .withdrawn?: "the ask is withdrawn"
        case nil: "the ask could not be withdrawn and can be answered until its deadline"
        case let state?: "the ask had already ended: \(state.rawValue)"
        }
    }
}
