public import BellhopKit
public import BellhopModel

/// Sample values for tests.
public enum Fixture {
    /// The default start time.
    public static let start = ManualClock.start
    public static let server = "https://bellhop.example"
    public static let user: UserID = "ana"
    public static let token = DeviceToken(bytes: [0xAB, 0xCD, 0x01, 0x23])

    /// The device under test.
    public static let identity = AppIdentity(
        server: server, app: "dev.bellhop.app", appVersion: "1.0", deviceName: "Ana's iPhone", environment: .production,
        locale: "de-CH", timeZone: "Europe/Zurich")

    /// The id with this number; greater numbers make later ids.
    public static func askID(_ number: UInt64) -> AskID {
        AskID(high: UInt64(start.milliseconds) << 16 | 0x7000, low: number)
    }

    /// An approval of a command, or a question when there are `questions`.
    ///
    /// - Parameters:
    ///   - input: the complete action that the agent asks for.
    ///   - nonce: the nonce of the input's digest.
    ///   - rules: the rules that the agent offers to remember.
    ///   - denyWith: the details that a denial may have.
    ///   - seconds: the time until the deadline, in seconds.
    public static func ask(
        _ number: UInt64 = 1, user: UserID = user, input: String = "npm test", nonce: String? = nil,
        questions: [Question] = [], rules: [PermissionRule] = [], denyWith: Set<DenialDetail> = [.message],
        from created: Timestamp = start, for seconds: Int64 = 60
    ) -> Ask {
        Ask(
            id: askID(number), userID: user, sessionID: "session-1",
            category: CategoryID(questions.isEmpty ? "APPROVAL_REQUEST" : "QUESTION_ASKED"),
            request: AskRequest.Content(
                title: "Approval Needed", body: "Execute: \(input)", toolName: "Bash", input: input,
                inputDigest: FakeDigest.hex(input, nonce: nonce), nonce: nonce, questions: questions, rules: rules,
                denyWith: denyWith),
            createdAt: created, deadline: created + .seconds(seconds))
    }

    public static let rule = PermissionRule(text: "Bash(npm test:*)", scope: .session)

    /// A question with two options and free text.
    public static let question = Question(
        text: "Which database?", options: [.init(label: "SQLite"), .init(label: "Postgres")])
}

extension Fixture {
    public static func notification(_ number: UInt64, ask: Ask? = nil, read: Bool = false) -> UserNotification {
        UserNotification(
            id: NotificationID(high: UInt64(start.milliseconds) << 16 | 0x7000, low: 1000 + number), userID: user,
            category: ask?.category ?? .sessionStatus, sessionID: "session-1", askID: ask?.id,
            title: ask?.request.title ?? "Status", body: ask?.request.body ?? "Running tests", createdAt: start,
            expiresAt: ask?.deadline ?? start + .seconds(86_400), readAt: read ? start : nil)
    }

    public static func push(_ ask: Ask, badge: Int? = 1) -> PushPayload {
        PushPayload(notification(ask.id.low, ask: ask), ask: ask, badge: badge)
    }
}

/// A generator whose numbers depend only on the seed, so that a failure can be repeated: SplitMix64 (Steele, Lea and
/// Flood, "Fast splittable pseudorandom number generators", 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
