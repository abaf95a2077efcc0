import BellhopKit
import BellhopModel

@testable import BellhopKit

/// Values that tests begin from.
enum Fixture {
    static let start = Timestamp("2026-03-01T09:00:00Z") ?? Timestamp(milliseconds: 0)
    static let server = "https://bellhop.example"
    static let user: UserID = "ana"
    static let token = DeviceToken(bytes: [0xAB, 0xCD, 0x01, 0x23])

    static let identity = AppIdentity(
        server: server, app: "dev.bellhop.app", appVersion: "1.0", deviceName: "Ana's iPhone", environment: .production,
        locale: "de-CH", timeZone: "Europe/Zurich")

    static func askID(_ number: UInt64) -> AskID { AskID(high: UInt64(start.milliseconds) << 16 | 0x7000, low: number) }

    static func ask(
        _ number: UInt64 = 1, user: UserID = user, input: String = "npm test", questions: [Question] = [],
        from created: Timestamp = start, for seconds: Int64 = 60
    ) -> Ask {
        Ask(
            id: askID(number), userID: user, sessionID: "session-1",
            category: CategoryID(questions.isEmpty ? "APPROVAL_REQUEST" : "QUESTION_ASKED"),
            request: AskRequest.Content(
                title: "Approval Needed", body: "Execute: \(input)", toolName: "Bash", input: input,
                inputDigest: FakeDigest.hex(input), questions: questions),
            createdAt: created, deadline: created + .seconds(seconds))
    }

    static let question = Question(
        text: "Which database?", options: [.init(label: "SQLite"), .init(label: "Postgres")])
}
