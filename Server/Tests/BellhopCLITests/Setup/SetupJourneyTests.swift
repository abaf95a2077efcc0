import BellhopAgents
import BellhopClient
import BellhopCore
import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI

@Suite("The test ask of setup", .timeLimit(.minutes(10)))
struct SetupJourneyTests {
    private static func test(_ agent: Agent = .claude) -> SetupTest {
        SetupTest(agent: agent, settings: ClientSettings(), time: .system)
    }

    private static func access(to bellhop: RunningBellhop) throws -> ClientAccess {
        try ClientSettings(url: bellhop.url, key: bellhop.keys.agent)
            .access(environment: [:], file: SettingsFile(path: "/nonexistent"))
    }

    @Test("The answer on the phone is reported", arguments: [ActionEffect.approve, .deny])
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
            if await bellhop.phone.press(press) == .needsUnlock { await bellhop.phone.unlock() }
            let result = await outcome
            #expect(result.isGood)
            if press == .approve {
                #expect(result.lines.first?.hasPrefix("Approved on iPhone after ") == true)
            } else {
                #expect(result == .denied(by: "iPhone"))
            }
        }
    }

    @Test("Setup names the next step when there is no phone or no server")
    func noPhoneOrServer() async throws {
        try await RunningBellhop.run(phones: []) { bellhop in
            let outcome = await Self.test().run {
                try Self.access(to: bellhop)
            } onAsked: { _ in
                Issue.record("there is no phone to ask")
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

    @Test("Without a gateway the reason and the next step are named, and the ask is withdrawn at once")
    func nothingPushed() async throws {
        try await RunningBellhop.run(pushes: false) { bellhop in
            let outcome = await Self.test().run {
                try Self.access(to: bellhop)
            } onAsked: { _ in
                Issue.record("no device is notified")
            }
            #expect(outcome == .noPush("no gateway for ios is configured"))
            let states = try await bellhop.agent.call(API.listAsks).items.map(\.state)
            #expect(states == [.withdrawn])
        }
    }

    @Test("Each outcome names the next step")
    func nextSteps() {
        let outcomes: [SetupTest.Outcome] = [
            .noServer("No server."), .noPhone, .noPush("no gateway for ios is configured"),
            .unanswered(phones: ["iPhone", "iPad"]), .unverified("unknown device"),
            .failed("it broke"),
        ]
        for outcome in outcomes { #expect(outcome.lines.contains { $0.hasPrefix("Next: ") }) }
        #expect(outcomes[3].lines.first == "No answer within 60 s from iPhone, iPad.")
    }
}

@Suite("bellhop setup as a program", .timeLimit(.minutes(10)))
struct SetupProgramTests {
    @Test("sudo is rejected")
    func sudo() {
        #expect(SetupCommand.problem(["SUDO_USER": "anna"], user: 0)?.contains("as anna, without sudo") == true)
        for (environment, user) in [([:], 0), (["SUDO_USER": "root"], 0), (["SUDO_USER": "anna"], 501)] {
            #expect(SetupCommand.problem(environment, user: UInt32(user)) == nil)
        }
    }

    @Test("Only the lines to add by hand are printed on standard output")
    func refusal() async throws {
        let home = try TemporaryFolder()
        defer { home.remove() }
        let settings = home.url.appending(path: ".claude/settings.json")
        try FileManager.default.createDirectory(
            at: settings.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("{} // mine\n".utf8).write(to: settings)
        let run = try await ProgramRun.of(
            [try HookProcess.tool().path, "setup", "claude", "--no-test"], environment: ["HOME": home.path],
            folder: home.url)
        #expect(run.status == 1)
        let printed = try CanonicalJSON.decode(JSONValue.self, from: Array(run.output.utf8))
        #expect(printed["hooks"]?["PermissionRequest"]?.array?.count == 1)
        #expect(try String(contentsOf: settings, encoding: .utf8) == "{} // mine\n")
    }
}
