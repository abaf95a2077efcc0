import BellhopModel
import BellhopStore
import Testing

@Suite("Push policy")
struct PushPolicyTests {
    /// 22:30 in Berlin.
    static let night = Timestamp(milliseconds: 1_768_080_600_000)
    static let morning = Timestamp(milliseconds: 1_768_111_200_000)

    struct Facts: PushFacts {
        var preferences = NotificationPreferences.default
        var burst: BurstLimits?
        var zone: String?
        var pushes = 0
        var open = 0
        var summary: NotificationID?
        var openAsks = 0
        var askSummary: NotificationID?

        func deviceTimeZone(of user: UserID) -> String? { zone }
        func pushes(to user: UserID, due stretch: ClosedRange<Timestamp>, limit: Int) -> Int { pushes }
        func open(in group: BurstGroup, due stretch: ClosedRange<Timestamp>, at moment: Timestamp, limit: Int) -> Int {
            open
        }
        func openAsks(of user: UserID, due stretch: ClosedRange<Timestamp>, at moment: Timestamp, limit: Int) -> Int {
            openAsks
        }
        func askSummary(of user: UserID, at moment: Timestamp) -> NotificationID? { askSummary }
        func summary(of group: BurstGroup, at moment: Timestamp) -> NotificationID? { summary }
    }

    static func notification(
        _ category: CategoryID = .taskComplete, isAsk: Bool = false, lasting life: Int64 = 86_400,
        options: NotificationOptions? = nil
    ) -> UserNotification {
        UserNotification(
            id: NotificationID(high: 1, low: 1), userID: "ada", category: category, sessionID: "run-1",
            askID: isAsk ? AskID(high: 2, low: 2) : nil, title: "t", body: "b", thread: "run-1", options: options,
            createdAt: night, expiresAt: night + .seconds(life))
    }

    static func quiet(
        zone: String? = nil, allowTimeSensitive: Bool = true, allowAsks: Bool? = nil
    ) throws -> NotificationPreferences {
        NotificationPreferences(
            quietHours: QuietHours(
                start: try #require(TimeOfDay("22:00")), end: try #require(TimeOfDay("07:00")), timeZone: zone,
                allowTimeSensitive: allowTimeSensitive, allowAsks: allowAsks))
    }

    private func held(_ facts: Facts, _ notification: UserNotification) throws -> Bool {
        switch try PushPolicy.decision(on: notification, facts: facts) {
        case .push(let due, let hold): hold != nil && due == Self.morning
        default: false
        }
    }

    @Test("Without preferences a notification is pushed at once, without a timeline entry")
    func plain() throws {
        let decision = try PushPolicy.decision(on: Self.notification(), facts: Facts())
        #expect(decision == .push(due: Self.night, nil))
        #expect(decision.lines(at: Self.night).isEmpty)
    }

    @Test(
        "In quiet hours a push waits, unless it is time-sensitive or an ask and those are allowed",
        arguments: [
            (CategoryID.taskComplete, false, true, Bool?.none, true), (.taskComplete, false, false, nil, true),
            (.approvalRequest, true, true, nil, false), (.approvalRequest, true, false, nil, true),
            (.approvalRequest, true, true, false, true), (.approvalRequest, true, false, true, false),
            (.questionAsked, true, true, nil, false), (CategoryID("MINE"), true, true, nil, false),
            (CategoryID("MINE"), false, true, nil, true),
        ])
    func quietHours(
        _ category: CategoryID, _ isAsk: Bool, _ timeSensitive: Bool, _ asks: Bool?, _ isHeld: Bool
    ) throws {
        let facts = Facts(
            preferences: try Self.quiet(zone: "Europe/Berlin", allowTimeSensitive: timeSensitive, allowAsks: asks))
        #expect(try held(facts, Self.notification(category, isAsk: isAsk)) == isHeld)
    }

    @Test("A notification that its user requested for this moment bypasses the preferences")
    func requestedByUser() throws {
        var facts = Facts(
            preferences: try Self.quiet(zone: "Europe/Berlin"), burst: BurstLimits(limit: 1), pushes: 9, open: 9)
        facts.preferences.types = [.reminders: false]
        facts.preferences.mutes = [Mute(.session("run-1"))]
        facts.preferences.frequencyCap = FrequencyCap(limit: 1, seconds: 60)
        let decision = try PushPolicy.decision(
            on: Self.notification(.reminder), bypassesPreferences: true, facts: facts)
        #expect(decision == .push(due: Self.night, nil))
    }

    @Test("The sender's interruption level counts, not the category's")
    func level() throws {
        let facts = Facts(preferences: try Self.quiet(zone: "Europe/Berlin"))
        let loud = NotificationOptions(interruptionLevel: .timeSensitive)
        #expect(try !held(facts, Self.notification(options: loud)))
    }

    @Test("Without a time zone in the preferences the newest device's applies")
    func zones() throws {
        #expect(try held(Facts(preferences: try Self.quiet(), zone: "Europe/Berlin"), Self.notification()))
        let inUTC = try PushPolicy.decision(on: Self.notification(), facts: Facts(preferences: try Self.quiet()))
        #expect(inUTC == .push(due: Self.night, nil))
        let tokyo = Facts(preferences: try Self.quiet(zone: "Asia/Tokyo"), zone: "Europe/Berlin")
        #expect(try PushPolicy.decision(on: Self.notification(), facts: tokyo).due != Self.night)
    }

    @Test("A notification that expires before quiet hours end is suppressed; one that lives a moment longer waits")
    func life() throws {
        let facts = Facts(preferences: try Self.quiet(zone: "Europe/Berlin"))
        let night = (Self.morning - Self.night).wholeMilliseconds / 1000
        let short = try PushPolicy.decision(on: Self.notification(lasting: night), facts: facts)
        #expect(short == .suppress(.quietHours(until: Self.morning, zone: "Europe/Berlin")))
        #expect(
            short.lines(at: Self.night).map(\.detail) == [
                "quiet hours of the user until \(Self.morning) (Europe/Berlin), and it expires before they end"
            ])
        #expect(try held(facts, Self.notification(lasting: night + 1)))
    }

    @Test(
        "Unread notifications up to the limit are shown one by one, the next is folded",
        arguments: [(0, false), (2, false), (3, true), (50, true)])
    func bursts(_ open: Int, _ isFolded: Bool) throws {
        let notification = Self.notification()
        let burst = BurstLimits(limit: 3, window: .seconds(60))
        let decision = try PushPolicy.decision(on: notification, facts: Facts(burst: burst, open: open))
        let folded = PushDecision.fold(
            into: notification.id, due: Self.night + BurstLimits.settling, nil, burst)
        #expect(decision == (isFolded ? folded : .push(due: Self.night, nil)))
        #expect(try PushPolicy.decision(on: notification, facts: Facts(open: open)) == .push(due: Self.night, nil))
    }

    @Test("A folded notification joins the open summary, also after quiet hours, with a timeline entry for both")
    func joins() throws {
        let first = NotificationID(high: 7, low: 7)
        let facts = Facts(
            preferences: try Self.quiet(zone: "Europe/Berlin"), burst: BurstLimits(), open: 3, summary: first)
        let decision = try PushPolicy.decision(on: Self.notification(), facts: facts)
        #expect(decision.summary == first)
        #expect(decision.due == Self.morning + BurstLimits.settling)
        #expect(decision.lines(at: Self.night).map(\.step) == [.held, .folded])
    }

    @Test(
        "Beyond the cap a notification is suppressed, unless it is an ask or updates a summary",
        arguments: [
            (4, false, false, false), (5, false, false, true), (5, true, false, false), (5, false, true, false),
        ])
    func cap(_ pushes: Int, _ isAsk: Bool, _ joins: Bool, _ isKept: Bool) throws {
        let cap = FrequencyCap(limit: 5, seconds: 3600)
        let facts = Facts(
            preferences: NotificationPreferences(frequencyCap: cap), burst: BurstLimits(), pushes: pushes,
            open: joins ? 3 : 0, summary: joins ? NotificationID(high: 7, low: 7) : nil)
        let decision = try PushPolicy.decision(on: Self.notification(isAsk: isAsk), facts: facts)
        #expect((decision == .suppress(.cap(cap))) == isKept)
    }

    @Test("A new summary counts against the cap")
    func cappedSummary() throws {
        let cap = FrequencyCap(limit: 5, seconds: 3600)
        let facts = Facts(
            preferences: NotificationPreferences(frequencyCap: cap), burst: BurstLimits(), pushes: 5, open: 3)
        #expect(try PushPolicy.decision(on: Self.notification(), facts: facts) == .suppress(.cap(cap)))
    }

    @Test("A held notification is pushed at the end of the hold, and the timeline says why")
    func hold() throws {
        let (ask, end) = (Self.notification(.approvalRequest, isAsk: true), Self.night + .seconds(20))
        let decision = try PushPolicy.decision(on: ask, heldUntil: end, facts: Facts())
        #expect(decision == .push(due: end, .terminal(until: end)))
        #expect(
            decision.lines(at: Self.night) == [
                TimelineEntry(at: Self.night, step: .held, detail: "held until \(end) for an answer in the terminal")
            ])
        let past = try PushPolicy.decision(on: ask, heldUntil: Self.night - .seconds(1), facts: Facts())
        #expect(past == .push(due: Self.night, nil))
    }

    @Test("A held notification is decided about at the end of the hold: mutes, quiet hours, bursts")
    func heldLater() throws {
        let (ask, end) = (Self.notification(.approvalRequest, isAsk: true), Self.night + .seconds(300))
        func decision(_ facts: Facts) throws -> PushDecision {
            try PushPolicy.decision(on: ask, heldUntil: end, facts: facts)
        }
        let muted = NotificationPreferences(mutes: [Mute(.session("run-1"), until: end)])
        #expect(try decision(Facts(preferences: muted)) == .push(due: end, .terminal(until: end)))
        let quiet = try Self.quiet(zone: "Europe/Berlin", allowAsks: false)
        #expect(
            try decision(Facts(preferences: quiet))
                == .push(due: Self.morning, .quietHours(until: Self.morning, zone: "Europe/Berlin")))
        let folded = try decision(Facts(burst: BurstLimits(), open: 3))
        #expect(folded.due == end + BurstLimits.settling)
        #expect(folded.lines(at: Self.night).map(\.step) == [.held, .folded])
    }

    @Test("Only switches apply to silent notifications")
    func silent() throws {
        var preferences = try Self.quiet(zone: "Europe/Berlin")
        preferences.mutes = [Mute(.session("run-1"))]
        preferences.frequencyCap = FrequencyCap(limit: 1, seconds: 60)
        let silent = Self.notification(options: NotificationOptions(isSilent: true))
        let facts = Facts(preferences: preferences, burst: BurstLimits(), pushes: 9, open: 9)
        #expect(try PushPolicy.decision(on: silent, facts: facts) == .push(due: Self.night, nil))
        preferences.categories[.taskComplete] = false
        let off = try PushPolicy.decision(on: silent, facts: Facts(preferences: preferences))
        #expect(off == .suppress(.switchedOff(.category(.taskComplete))))
    }

    @Test("The first of several reasons is reported: switch, mute, quiet hours, cap")
    func order() throws {
        var preferences = try Self.quiet(zone: "Europe/Berlin")
        preferences.frequencyCap = FrequencyCap(limit: 1, seconds: 60)
        preferences.mutes = [Mute(.thread("run-1"))]
        preferences.categories[.taskComplete] = false
        let notification = Self.notification(lasting: 60)
        func reason() throws -> PushDecision {
            try PushPolicy.decision(on: notification, facts: Facts(preferences: preferences, pushes: 9))
        }
        #expect(try reason() == .suppress(.switchedOff(.category(.taskComplete))))
        preferences.categories = [:]
        #expect(try reason() == .suppress(.muted(Mute(.thread("run-1")))))
        preferences.mutes = []
        #expect(try reason() == .suppress(.quietHours(until: Self.morning, zone: "Europe/Berlin")))
        preferences.quietHours = nil
        #expect(try reason() == .suppress(.cap(FrequencyCap(limit: 1, seconds: 60))))
    }
}
