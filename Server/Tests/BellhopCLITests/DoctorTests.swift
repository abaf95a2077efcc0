import BellhopClient
import BellhopCore
import BellhopModel
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("bellhop doctor")
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
        "Clocks that differ by more than five seconds are a failure, apart from the response time",
        arguments: [
            (0, Finding.Status.ok), (2, .ok), (7, .ok), (8, .failure), (-5, .ok), (-6, .failure), (3600, .failure),
        ])
    func clocks(_ seconds: Int, _ status: Finding.Status) throws {
        let found = try #require(Self.finding("clock", in: Self.diagnosis(time: Self.now + .seconds(seconds))))
        #expect(found.status == status)
        if status == .failure { #expect(found.message.contains(seconds < 0 ? "behind" : "ahead of")) }
    }

    @Test("A queue that is a minute late is a warning")
    func queue() throws {
        let late = Self.diagnosis(depth: 3, lateSince: Self.now - .seconds(61))
        let found = try #require(Self.finding("queue", in: late))
        #expect(found.status == .warning)
        #expect(found.message == "3 deliveries are waiting, the first is 61 s late")
        let busy = Self.diagnosis(depth: 3, lateSince: Self.now - .seconds(60))
        #expect(Self.finding("queue", in: busy)?.status == .ok)
    }

    @Test("No active device is a warning, and so is a quarantined one")
    func devices() {
        #expect(Self.finding("devices", in: Self.diagnosis())?.status == .warning)
        let counts = [
            DeviceCount(Self.phone, state: .active, count: 2), DeviceCount(Self.phone, state: .quarantined, count: 1),
        ]
        let found = Self.diagnosis(devices: counts).findings(sent: Self.now, received: Self.now)
            .filter { $0.subject == "devices" }
        #expect(found.map(\.status) == [.ok, .warning])
    }

    @Test(
        "Each state of a gateway has a status and a remedy",
        arguments: [
            (GatewayDiagnosis.State.working, Finding.Status.ok), (.refused, .failure), (.unreachable, .failure),
            (.absent, .failure), (.unclear, .warning),
        ])
    func gateways(_ state: GatewayDiagnosis.State, _ status: Finding.Status) {
        for platform in Platform.allCases {
            let address = AppAddress(platform: platform, app: "dev.bellhop.App", environment: .sandbox)
            let found = GatewayDiagnosis(address, state, reason: "Timeout", milliseconds: 12).finding
            #expect(found.status == status)
            #expect((found.remedy == nil) == (status == .ok))
            #expect(found.message.contains("dev.bellhop.App"))
        }
    }

    @Test("A gateway's known reason is explained, and an unknown reason is printed unchanged")
    func texts() {
        let meanings = ReasonMeanings.known
        #expect(
            meanings.meaning(of: "InvalidProviderToken")
                == "The provider token is wrong: check key, key id and team id (InvalidProviderToken)")
        #expect(meanings.meaning(of: "Unreachable") == "The gateway could not be reached (Unreachable)")
        #expect(meanings.meaning(of: "NewInWinter") == "NewInWinter")
        #expect(meanings.meaning(of: "") == "no reason given")
    }

    @Test("A finding is a line, followed by its remedy")
    func lines() {
        let found = Finding.failure("clock", "it is wrong", do: "Correct it.")
        #expect(
            found.lines.map(\.plain) == [
                "FAIL  clock           it is wrong", "                      → Correct it.",
            ])
        #expect(DoctorCommand.summary(of: [.ok("a", "b")]) == "No problems found.")
        #expect(DoctorCommand.summary(of: [.skipped("a", "b")]) == "No problems found; 1 skipped.")
        #expect(
            DoctorCommand.summary(of: [found, found, .warning("a", "b", do: "c")]) == "2 failures, 1 warning.")
    }

    @Test("Files that others can read, and invalid settings, are found")
    func files() throws {
        try TemporaryFolder.with { root in
            let folder = DataFolder(option: root.appending(path: "data").path, environment: [:])
            let settings = SettingsFile(path: root.appending(path: "config.json").path)
            let checks = LocalChecks(settings: settings, folder: folder)
            #expect(checks.findings().map(\.status) == [.skipped, .skipped])
            try folder.prepare()
            try folder.write("", to: folder.database)
            try settings.save(ClientSettings(url: "http://127.0.0.1:1"))
            #expect(checks.findings().prefix(2).map(\.status) == [.ok, .ok])
            for path in [settings.path, folder.database.path] {
                try FileManager.default.setMode(0o644, ofItemAtPath: path)
            }
            #expect(checks.findings().prefix(2).map(\.status) == [.warning, .failure])
            try Data("{".utf8).write(to: URL(filePath: settings.path))
            #expect(checks.findings().first?.status == .failure)
        }
    }

    @Test("Little free disk space is a warning")
    func space() {
        #expect(LocalChecks.space(LocalChecks.lowSpaceLimit, in: "/").status == .ok)
        #expect(LocalChecks.space(LocalChecks.lowSpaceLimit - 1, in: "/").status == .warning)
    }

    @Test("An unreachable server is a failure, and a missing address is skipped", .timeLimit(.minutes(10)))
    func server() async throws {
        let nowhere = SettingsFile(path: "/nonexistent/config.json")
        func findings(_ url: String?) async -> [Finding] {
            await ServerChecks(
                url: url, key: nil, settings: nowhere, folder: DataFolder(option: "/nonexistent", environment: [:]),
                request: DiagnosisRequest(), environment: [:]
            ).findings()
        }
        #expect(await findings(nil).map(\.status) == [.skipped])
        let closed = try ClosedPort()
        #expect(await findings(closed.url).map(\.status) == [.failure])
        #expect(await findings("nonsense").map(\.status) == [.failure])
    }

    @Test("A server's refusal names the option and the next command", .timeLimit(.minutes(10)))
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
            #expect(named?.status == .failure)
            #expect(named?.message.hasPrefix("--app: ") == true)
            #expect(named?.remedy == "Correct it and run this again.")

            let revoked = await findings(Secret("bh_agent_gone"), admin: Secret("bh_admin_gone"), app: "a.b").suffix(2)
            #expect(revoked.map(\.status) == [.failure, .warning])
            #expect(revoked.first?.remedy == "Create a new one with `bellhop keys create`.")
            #expect(revoked.last?.remedy?.contains("BELLHOP_KEY") == true)
        }
    }

    @Test("Findings mention no HTTP headers or routes", arguments: APIErrorCode.allCases)
    func failures(code: APIErrorCode) {
        let error = ClientError.refused(APIError(code, "It."), retryAfter: nil)
        let found = ServerChecks.failure("server", error, do: "Look.")
        for word in ["/v1/", "DELETE", "`Content-Type", "Retry-After", "Idempotency-Key", "`Authorization"] {
            #expect(![found.message, found.remedy ?? ""].joined().contains(word))
        }
        #expect((found.remedy == "Look.") == (code == .unauthorized))
    }

    @Test(
        "A key sent to another machine without encryption is a warning",
        arguments: [
            ("http://192.0.2.7:8787", Finding.Status.warning), ("http://push.example.org", .warning),
            ("https://push.example.org", nil), ("http://127.0.0.1:8787", nil), ("http://[::1]", nil),
        ])
    func unencrypted(_ url: String, _ status: Finding.Status?) throws {
        #expect(try ServerChecks.cleartextWarning(of: ServerAddress(url))?.status == status)
    }

    @Test("The round trip through a simulated phone succeeds, and is reported as simulated", .timeLimit(.minutes(10)))
    func loop() async {
        let found = await RoundTripCheck().finding()
        #expect(found.status == .ok)
        #expect(found.message.hasPrefix("simulated in this process, without your server"))
    }

    @Test("The round trip is skipped when the server does not answer")
    func loopWithoutServer() async throws {
        let closed = try ClosedPort()
        let findings = await ServerChecks(
            url: closed.url, key: nil, settings: SettingsFile(path: "/nonexistent/config.json"),
            folder: DataFolder(option: "/nonexistent", environment: [:]), request: DiagnosisRequest(), environment: [:]
        ).findings()
        #expect(findings.isServerUnreachable)
        #expect(await RoundTripCheck(isServerUnreachable: findings.isServerUnreachable).finding().status == .skipped)
        #expect(![Finding.ok("server", "answers"), .skipped("server", "none is named")].isServerUnreachable)
    }
}
