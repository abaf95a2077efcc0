import BellhopClient
import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopStore
import Crypto
import Foundation
import Testing

@testable import BellhopCLI

/// A real server in this process with two phones on the real BellhopKit.
@Suite("Twenty approvals at once", .timeLimit(.minutes(10)))
struct BurstTests {
    /// A server that folds bursts, with two phones, while `body` runs.
    private func run(
        _ body: @escaping @Sendable (_ agent: BellhopClient, [SimulatedPhone]) async throws -> Void
    ) async throws {
        try await RunningBellhop.run(phones: ["iPhone", "iPad"], options: SQLiteOptions(burst: BurstLimits())) {
            try await body($0.agent, $0.phones)
        }
    }

    private static func approval(_ number: Int) -> AskRequest {
        let input = "npm test \(number)"
        let digest = Hex.encode(SHA256.hash(data: Data(input.utf8)))
        return AskRequest(
            content: .init(
                title: "Run a command?", body: input, toolName: "Bash", input: input, inputDigest: digest,
                origin: Origin(agent: "claude", project: "shop")),
            sessionID: "run-1", expiresIn: 600)
    }

    @Test("Both lock screens show three notifications and a summary of seventeen, which shrinks and disappears")
    func burst() async throws {
        try await run { agent, phones in
            var asks: [Ask] = []
            for number in 0..<20 { asks.append(try await agent.createAsk(Self.approval(number)).ask) }
            for phone in phones {
                let screen = try #require(await phone.screen(within: .seconds(20)) { $0.summaryCount == 17 })
                #expect(screen.notifications.count == 4)
                let summary = try #require(screen.notifications.first { $0.payload.summaryID != nil })
                #expect(summary.payload.aps.alert?.title == "17 approval requests for shop")
                #expect(summary.actions.isEmpty)
                let alone = screen.notifications.filter { $0.payload.summaryID == nil }
                #expect(Set(alone.compactMap(\.payload.askID)) == Set(asks.prefix(3).map(\.id)))
                #expect(alone.allSatisfy { !$0.actions.isEmpty })
            }
            for ask in asks[3..<10] { _ = try await agent.withdrawAsk(ask.id, reason: .agentEnded) }
            for phone in phones {
                #expect(await phone.screen(within: .seconds(20)) { $0.summaryCount == 10 } != nil)
            }
            for ask in asks[10...] { _ = try await agent.withdrawAsk(ask.id, reason: .agentEnded) }
            for phone in phones {
                let screen = await phone.screen(within: .seconds(20)) { $0.summaryCount == nil }
                #expect(screen?.notifications.count == 3)
            }
        }
    }
}

extension PhoneScreen {
    /// The number of notifications in the shown summary.
    fileprivate var summaryCount: Int? { notifications.lazy.compactMap(\.payload.summaryCount).first }
}
