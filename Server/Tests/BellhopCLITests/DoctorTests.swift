import BellhopClient
import BellhopModel
import BellhopServer
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("What the doctor finds")
struct DoctorTests {
    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let phone = AppAddress(platform: .ios, app: "dev.bellhop.App", environment: .production)

    private static func diagnosis(
        time: Timestamp = now, depth: Int = 0, lateSince: Timestamp? = nil, devices: [DeviceCount] = [],
        gateways: [GatewayDiagnosis] = []
    ) -> Diagnosis {
        Diagnosis(
            time: time, version: "1.0.0", queueDepth: depth, lateSince: lateSince, devices: devices, gateways: gateways)
    }

    private static func finding(_ subject: String, in diagnosis: Diagnosis) -> Finding? {
        diagnosis.findings(sent: now, received: now + .seconds(2)).first { $0.subject == subject }
    }

    @Test(
        "Clocks that differ by more than a few seconds are a failure; the time the answer took is not held against them",
        arguments: [
            (0, Finding.Verdict.ok), (2, .ok), (7, .ok), (8, .failure), (-5, .ok), (-6, .failure), (3600, .failure),
        ])
    func clocks(_ seconds: Int, _ verdict: Finding.Verdict) throws {
        let found = try #require(Self.finding("clock", in: Self.diagnosis(time: Self.now + .seconds(seconds))))
        #expect(found.verdict == verdict)
        if verdict == .failure { #expect(found.message.contains(seconds < 0 ? "behind" : "ahead of")) }
    }

    @Test("A queue that is a minute late is a warning")
    func queue() throws {
        let late = Self.diagnosis(depth: 3, lateSince: Self.now - .seconds(61))
        let found = try #require(Self.finding("queue", in: late))
        #expect(found.verdict == .warning)
        #expect(found.message == "3 deliveries wait, the first of them is 61 s late")
        let busy = Self.diagnosis(depth: 3, lateSince: Self.now - .seconds(60))
        #expect(Self.finding("queue", in: busy)?.verdict == .ok)
    }

    @Test("No active device is a warning, and so is a quarantined one")
    func devices() {
        #expect(Self.finding("devices", in: Self.diagnosis())?.verdict == .warning)
        let counts = [
            DeviceCount(Self.phone, state: .active, count: 2), DeviceCount(Self.phone, state: .quarantined, count: 1),
        ]
        let found = Self.diagnosis(devices: counts).findings(sent: Self.now, received: Self.now)
            .filter { $0.subject == "devices" }
        #expect(found.map(\.verdict) == [.ok, .warning])
    }

    @Test(
        "Each state of a gateway has its verdict, in plain words and with what to do",
        arguments: [
            (GatewayDiagnosis.State.working, Finding.Verdict.ok), (.refused, .failure), (.unreachable, .failure),
            (.absent, .failure), (.unclear, .warning),
        ])
    func gateways(_ state: GatewayDiagnosis.State, _ verdict: Finding.Verdict) {
        for platform in DoctorCommand.platforms {
            let address = AppAddress(platform: platform, app: "dev.bellhop.App", environment: .sandbox)
            let found = GatewayDiagnosis(address, state, reason: "Timeout", milliseconds: 12).finding
            #expect(found.verdict == verdict)
            #expect((found.remedy == nil) == (verdict == .ok))
            #expect(found.message.contains("dev.bellhop.App"))
        }
    }

    @Test("Web Push, which this version does not have, is not said to be set up with anything")
    func webPush() {
        let address = AppAddress(platform: .web, app: "dev.bellhop.App", environment: .production)
        let found = GatewayDiagnosis(address, .absent, reason: nil, milliseconds: 0).finding
        #expect(found.verdict == .warning)
        #expect(found.message.contains("not part of this version"))
        #expect(found.remedy?.contains("VAPID") == false)
        #expect(!DoctorCommand.platforms.contains(.web))
    }

    @Test("A gateway's word is explained by its table, and one that nobody knows is passed on")
    func words() {
        let meanings = ReasonMeanings.known
        #expect(
            meanings.meaning(of: "InvalidProviderToken")
                == "The provider token is wrong: check key, key id and team id (InvalidProviderToken)")
        #expect(meanings.meaning(of: "Unreachable") == "No connection to the gateway could be made (Unreachable)")
        #expect(meanings.meaning(of: "NewInWinter") == "NewInWinter")
        #expect(meanings.meaning(of: "") == "it did not say why")
    }

    @Test("A finding is a line, and what to do is the next")
    func lines() {
        let found = Finding.failure("clock", "it is wrong", do: "Mend it.")
        #expect(
            found.lines.map(\.plain) == [
                "FAIL  clock           it is wrong", "                      → Mend it.",
            ])
        #expect(DoctorCommand.summary(of: [.ok("a", "b")]) == "All is well.")
        #expect(
            DoctorCommand.summary(of: [.skipped("a", "b")]) == "All is well, as far as it could be checked: 1 skipped.")
        #expect(
            DoctorCommand.summary(of: [found, found, .warning("a", "b", do: "c")]) == "2 failures, 1 warning.")
    }

    @Test("Files that others can read, or that are no settings, are found")
    func files() throws {
        try TemporaryFolder.with { root in
            let folder = DataFolder(option: root.appending(path: "data").path, environment: [:])
            let settings = SettingsFile(path: root.appending(path: "config.json").path)
            let checks = LocalChecks(settings: settings, folder: folder)
            #expect(checks.findings().map(\.verdict) == [.skipped, .skipped])
            try folder.prepare()
            try folder.write("", to: folder.database)
            try settings.save(ClientSettings(url: "http://127.0.0.1:1"))
            #expect(checks.findings().prefix(2).map(\.verdict) == [.ok, .ok])
            for path in [settings.path, folder.database.path] {
                try FileManager.default.setMode(0o644, ofItemAtPath: path)
            }
            #expect(checks.findings().prefix(2).map(\.verdict) == [.warning, .failure])
            try Data("{".utf8).write(to: URL(filePath: settings.path))
            #expect(checks.findings().first?.verdict == .failure)
        }
    }

    @Test("Little room on the disk is a warning")
    func space() {
        #expect(LocalChecks.space(LocalChecks.scarceSpace, in: "/").verdict == .ok)
        #expect(LocalChecks.space(LocalChecks.scarceSpace - 1, in: "/").verdict == .warning)
    }

    @Test("A server that is not there, or not named, is said so", .timeLimit(.minutes(10)))
    func server() async throws {
        let nowhere = SettingsFile(path: "/nonexistent/config.json")
        func findings(_ url: String?) async -> [Finding] {
            await ServerChecks(
                url: url, key: nil, settings: nowhere, folder: DataFolder(option: "/nonexistent", environment: [:]),
                request: DiagnosisRequest(), environment: [:]
            ).findings()
        }
        #expect(await findings(nil).map(\.verdict) == [.skipped])
        let nobody = try ClosedPort()
        #expect(await findings(nobody.url).map(\.verdict) == [.failure])
        #expect(await findings("nonsense").map(\.verdict) == [.failure])
    }

    @Test("What a server refuses is said of the flag, and with the command that comes next", .timeLimit(.minutes(10)))
    func refusals() async throws {
        try await RunningBellhop.run { bellhop in
            func findings(_ key: Secret, admin: Secret, app: String) async -> [Finding] {
                await ServerChecks(
                    url: bellhop.url, key: key, settings: SettingsFile(path: "/nonexistent/config.json"),
                    folder: DataFolder(option: "/nonexistent", environment: [:]), request: DiagnosisRequest(app: app),
                    environment: ["BELLHOP_KEY": admin.reveal()]
                ).findings()
            }
            let long = String(repeating: "a", count: 256)
            let named = await findings(bellhop.keys.agent, admin: bellhop.keys.admin, app: long).last
            #expect(named?.verdict == .failure)
            #expect(named?.message.hasPrefix("--app: ") == true)
            #expect(named?.remedy == "Change what it names, and run this again.")

            let revoked = await findings(Secret("bh_agent_gone"), admin: Secret("bh_admin_gone"), app: "a.b").suffix(2)
            #expect(revoked.map(\.verdict) == [.failure, .warning])
            #expect(revoked.first?.remedy == "Make a new one with `bellhop keys create`.")
            #expect(revoked.last?.remedy?.contains("BELLHOP_KEY") == true)
        }
    }

    @Test("What is told on needs no words of HTTP", arguments: APIErrorCode.allCases)
    func failures(code: APIErrorCode) {
        let error = ClientError.refused(APIError(code, "It."), retryAfter: nil)
        let found = ServerChecks.failure("server", error, do: "Look.")
        for word in ["/v1/", "DELETE", "`Content-Type", "Retry-After", "Idempotency-Key", "`Authorization"] {
            #expect(![found.message, found.remedy ?? ""].joined().contains(word))
        }
        #expect((found.remedy == "Look.") == (code == .unauthorized))
    }

    @Test(
        "A key that is sent in clear to another machine is a warning",
        arguments: [
            ("http://192.0.2.7:8787", Finding.Verdict.warning), ("http://push.example.org", .warning),
            ("https://push.example.org", nil), ("http://127.0.0.1:8787", nil), ("http://[::1]", nil),
        ])
    func clear(_ url: String, _ verdict: Finding.Verdict?) throws {
        #expect(try ServerChecks.privacy(of: ServerAddress(url))?.verdict == verdict)
    }

    @Test("The round trip through a simulated phone works, and says that it is simulated", .timeLimit(.minutes(10)))
    func loop() async {
        let found = await LoopCheck().finding()
        #expect(found.verdict == .ok)
        #expect(found.message.hasPrefix("simulated in this process, without your server"))
    }

    @Test("Where the server does not answer, the round trip is not run, and not said to be good")
    func loopWithoutServer() async throws {
        let nobody = try ClosedPort()
        let findings = await ServerChecks(
            url: nobody.url, key: nil, settings: SettingsFile(path: "/nonexistent/config.json"),
            folder: DataFolder(option: "/nonexistent", environment: [:]), request: DiagnosisRequest(), environment: [:]
        ).findings()
        #expect(findings.isServerDown)
        #expect(await LoopCheck(isServerDown: findings.isServerDown).finding().verdict == .skipped)
        #expect(![Finding.ok("server", "answers"), .skipped("server", "none is named")].isServerDown)
    }
}
