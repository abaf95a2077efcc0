import BellhopKit
import BellhopModel
import BellhopTesting
import Foundation

/// A fake of the system's Live Activities that a test controls.
final class FakeActivities: ActivityPort, @unchecked Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    private var activities: [ActivitySnapshot] = []
    private var tokenReaders: [ActivityID: AsyncStream<[UInt8]>.Continuation] = [:]
    private var phaseReaders: [ActivityID: AsyncStream<ActivityPhase>.Continuation] = [:]
    private var enabled = true
    private var token: [UInt8]?
    private var isInFront = true
    private var log: [String] = []
    private var last: [ActivityID: ActivityContentValue] = [:]
    private let arriving = AsyncStream.makeStream(of: ActivitySnapshot.self)
    private let enabling = AsyncStream.makeStream(of: Bool.self)
    private let starting = AsyncStream.makeStream(of: [UInt8].self)

    // MARK: The script

    /// Adds an activity that a push started, or that existed before this launch.
    func put(
        _ id: String, of session: SessionID, token: [UInt8]? = nil, phase: ActivityPhase = .active,
        telling: Bool = false
    ) {
        let snapshot = ActivitySnapshot(
            id: ActivityID(rawValue: id), attributes: SessionAttributes(sessionID: session, title: "T"), phase: phase,
            token: token)
        lock.withLock { activities.append(snapshot) }
        if telling { arriving.continuation.yield(snapshot) }
    }

    func rotate(_ id: String, to token: [UInt8]) {
        let id = ActivityID(rawValue: id)
        let reader = lock.withLock {
            for index in activities.indices where activities[index].id == id { activities[index].token = token }
            return tokenReaders[id]
        }
        reader?.yield(token)
    }

    func setStartToken(_ token: [UInt8]?) {
        lock.withLock { self.token = token }
        if let token { starting.continuation.yield(token) }
    }

    func setEnabled(_ value: Bool) {
        lock.withLock { enabled = value }
        enabling.continuation.yield(value)
    }

    func setInFront(_ value: Bool) { lock.withLock { isInFront = value } }
    func remove(_ id: String) { lock.withLock { activities.removeAll { $0.id.rawValue == id } } }
    /// The calls made, in order.
    var calls: [String] { lock.withLock { log } }
    func content(of id: String) -> ActivityContentValue? { lock.withLock { last[ActivityID(rawValue: id)] } }

    // MARK: The port

    func isEnabled() async -> Bool { lock.withLock { enabled } }
    func enablement() -> AsyncStream<Bool> { enabling.stream }
    func all() async -> [ActivitySnapshot] { lock.withLock { activities } }
    func arrivals() -> AsyncStream<ActivitySnapshot> { arriving.stream }

    func phases(of id: ActivityID) -> AsyncStream<ActivityPhase> {
        let (stream, continuation) = AsyncStream.makeStream(of: ActivityPhase.self)
        lock.withLock { phaseReaders[id] = continuation }
        return stream
    }

    func tokens(of id: ActivityID) -> AsyncStream<[UInt8]> {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        lock.withLock { tokenReaders[id] = continuation }
        return stream
    }

    func startToken() async -> [UInt8]? { lock.withLock { token } }
    func startTokens() -> AsyncStream<[UInt8]> { starting.stream }

    func start(_ attributes: SessionAttributes, _ content: ActivityContentValue) async throws -> ActivityID {
        try lock.withLock {
            guard isInFront else { throw ActivityRefusal.notVisible }
            let id = ActivityID(rawValue: "started-\(activities.count + 1)")
            activities.append(ActivitySnapshot(id: id, attributes: attributes))
            last[id] = content
            log.append("start \(attributes.sessionID)")
            return id
        }
    }

    func update(_ id: ActivityID, _ content: ActivityContentValue) async {
        lock.withLock {
            last[id] = content
            log.append("update \(id)")
        }
    }

    func end(_ id: ActivityID, _ content: ActivityContentValue?, _ dismissal: ActivityDismissal) async {
        lock.withLock {
            if let content { last[id] = content }
            for index in activities.indices where activities[index].id == id { activities[index].phase = .ended }
            log.append("end \(id)")
        }
    }
}

/// A fake server for tokens of Live Activities.
actor FakeActivityServer: ActivityTokenPort {
    private(set) var tokens: [SessionID: [UInt8]] = [:]
    private(set) var startToken: [UInt8]?
    private(set) var log: [String] = []
    private var receipt = ActivityTokenReceipt.taken

    func answer(_ receipt: ActivityTokenReceipt) { self.receipt = receipt }

    func report(_ token: [UInt8], of session: SessionID) async -> ActivityTokenReceipt {
        log.append("\(Hex.encode(token)) \(session)")
        if receipt == .taken { tokens[session] = token }
        return receipt
    }

    func revoke(_ token: [UInt8]?, of session: SessionID) async -> ActivityTokenReceipt {
        log.append("not \(token.map { Hex.encode($0) } ?? "any") \(session)")
        if receipt == .taken { end(token, of: session) }
        return receipt
    }

    /// A report that failed as unavailable may still arrive later.
    func end(_ token: [UInt8]?, of session: SessionID) {
        if token == nil || token == tokens[session] { tokens[session] = nil }
    }

    func reportStart(_ token: [UInt8]?) async -> ActivityTokenReceipt {
        log.append("start \(token.map { Hex.encode($0) } ?? "none")")
        if receipt == .taken { startToken = token }
        return receipt
    }
}
