import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

/// Runs sessions, phones and a Live Activity updater step by step: due work is done before time advances.
struct LiveActivityBench {
    let bench = EngineBench()
    let gateway = ScriptedGateway()
    var configuration = LiveActivityUpdater.Configuration()

    init() { configuration.backoff = ExponentialBackoff(cap: .seconds(60), fraction: { 1 }) }

    var time: ManualTime { bench.time }
    var store: Store { bench.store }
    var sessions: SessionService {
        SessionService(store: store, hub: bench.hub, workSignal: bench.workSignal, time: time)
    }

    /// An updater after a restart, which knows only the stored state.
    var updater: LiveActivityUpdater {
        LiveActivityUpdater(
            store: store, gateways: [.ios: gateway], workSignal: bench.workSignal,
            time: time,
            metrics: bench.metrics, logger: bench.logger, configuration: configuration)
    }

    static let startToken = "5eed"

    /// A phone with a start token.
    func phone(_ name: String = "iPhone", startToken: String? = LiveActivityBench.startToken) async throws -> TestPhone
    {
        let phone = try await bench.phone(name)
        if let startToken {
            try await sessions.setStartToken(try token(startToken), of: phone.device.id, by: phone.key)
        }
        return phone
    }

    func token(_ text: String) throws -> DeviceToken { try #require(DeviceToken(text)) }

    func start(_ id: SessionID = "run-1") async throws {
        _ = try await sessions.start(SessionRequest(id: id, title: "Fix the build"), by: .agent())
        try await settle()
    }

    func update(_ update: SessionUpdate, of id: SessionID = "run-1") async throws {
        _ = try await sessions.update(id, update, by: .agent())
        try await settle()
    }

    func report(_ token: String, by phone: TestPhone, of id: SessionID = "run-1") async throws {
        let report = LiveActivityReport(token: try self.token(token))
        _ = try await sessions.report(report, on: id, by: phone.key)
        try await settle()
    }

    /// Starts a session whose activity runs on `phone`, updated by `token`.
    func running(_ id: SessionID = "run-1", on phone: TestPhone, token: String = "aa01") async throws {
        try await start(id)
        try await report(token, by: phone, of: id)
    }

    /// Processes due activities until none is due.
    func settle() async throws {
        while true {
            let claimed = try await updater.claim()
            if claimed.isEmpty { return }
            for facts in claimed { await updater.process(facts) }
        }
    }

    /// Advances time to `moment`, and processes activities when they become due.
    func pass(to moment: Timestamp) async throws {
        while let due = try await store.nextLiveActivityDue(after: time.now), due <= moment {
            time.advance(to: due)
            try await settle()
        }
        time.advance(to: moment)
        try await settle()
    }

    func pass(_ duration: Duration) async throws { try await pass(to: time.now + duration) }

    func activity(of phone: TestPhone, _ id: SessionID = "run-1") async throws -> LiveActivity? {
        try await store.liveActivities(on: id, of: "ada").first { $0.deviceID == phone.device.id }
    }

    /// The sent pushes, in order.
    var sent: [SentActivity] {
        get throws { try gateway.pushes.map { try SentActivity($0) } }
    }
}

/// A Live Activity push as a phone decodes it.
struct SentActivity {
    var push: Push
    var payload: PushPayload
    var content: LiveActivityPush
    var state: LiveActivityState

    init(_ push: Push) throws {
        self.push = push
        payload = try PushPayload(bytes: push.payload)
        content = try #require(payload.aps.liveActivity)
        let bytes = try CanonicalJSON.encode(try #require(content.contentState))
        state = try CanonicalJSON.decode(LiveActivityState.self, from: bytes)
    }

    /// The event, token, priority and status, such as "update aa01 high waiting".
    var line: String {
        let priority = push.urgency == .immediate ? "high" : "low"
        return "\(content.event?.rawValue ?? "none") \(push.token.text) \(priority) \(state.status.rawValue)"
    }
}
