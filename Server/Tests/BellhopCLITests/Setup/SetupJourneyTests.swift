import BellhopAgents
import BellhopClient
import BellhopKit
import BellhopModel
import BellhopServer
import BellhopSimulators
import Foundation
import Testing

@testable import BellhopCLI

@Suite("The test at the end of a set-up", .timeLimit(.minutes(10)))
struct SetupJourneyTests {
    private static func test(_ agent: Agent = .claude) -> SetupTest {
        SetupTest(agent: agent, settings: ClientSettings(), time: .system)
    }

    private static func access(to bellhop: RunningBellhop) throws -> ClientAccess {
        try ClientSettings(url: bellhop.url, key: bellhop.keys.agent)
            .access(environment: [:], file: SettingsFile(path: "/nonexistent"))
    }

    @Test("A tap on the phone comes back, and is told in plain words", arguments: [ActionEffect.approve, .deny])
    func answered(_ press: ActionEffect) async throws {
        try await RunningBellhop.run { bellhop in
            let (asked, onAsked) = AsyncStream<[String]>.makeStream()
            async let outcome = Self.test(.codex).run {
                try Self.access(to: bellhop)
            } onAsked: {
                onAsked.yield($0)
            }
            #expect(await asked.first { _ in true } == ["iPhone"])
            let shown = await bellhop.phone.screen { !$0.notifications.isEmpty }
            #expect(shown?.notifications.first?.payload.aps.alert?.body == "Bellhop is set up for Codex: tap Approve.")
            if await bellhop.phone.press(press) == .asksToUnlock { await bellhop.phone.unlock() }
            let came = await outcome
            #expect(came.isGood)
            if press == .approve {
                #expect(came.lines.first?.hasPrefix("Approved on iPhone after ") == true)
            } else {
                #expect(came == .denied(by: "iPhone"))
            }
        }
    }

    @Test("Without a phone or a server it says what to do next")
    func nothingThere() async throws {
        try await RunningBellhop.run(phones: []) { bellhop in
            let outcome = await Self.test().run {
                try Self.access(to: bellhop)
            } onAsked: { _ in
                Issue.record("nobody can be asked")
            }
            #expect(outcome == .noPhone && outcome.lines.contains { $0.contains("bellhop pair") })
        }
        let nowhere = await Self.test().run {
            try ClientSettings().access(environment: [:], file: SettingsFile(path: "/nonexistent"))
        } onAsked: { _ in
        }
        #expect(nowhere.lines.contains { $0.contains("bellhop serve") })
        #expect(!nowhere.isGood)
    }

    @Test("Where nothing can be pushed it says why and what to do, waits for nothing, and leaves nothing to answer")
    func nothingPushed() async throws {
        try await RunningBellhop.run(pushes: false) { bellhop in
            let outcome = await Self.test().run {
                try Self.access(to: bellhop)
            } onAsked: { _ in
                Issue.record("nobody is told")
            }
            #expect(outcome == .noPush("no gateway for ios is configured"))
            let states = try await bellhop.agent.call(API.listAsks).items.map(\.state)
            #expect(states == [.withdrawn])
        }
    }

    @Test("Each outcome says what to do, in sentences")
    func words() {
        let outcomes: [SetupTest.Outcome] = [
            .noServer("No server."), .noPhone, .noPush("no gateway for ios is configured"),
            .unanswered(phones: ["iPhone", "iPad"]), .unverified("unknown device"),
            .failed("it broke"),
        ]
        for outcome in outcomes { #expect(outcome.lines.contains { $0.hasPrefix("Next: ") }) }
        #expect(outcomes[3].lines.first == "No answer within 60 s from iPhone, iPad.")
    }
}
