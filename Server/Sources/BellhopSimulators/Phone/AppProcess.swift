import BellhopKit
import BellhopModel
import NIOConcurrencyHelpers

/// The simulated process of the app: running or ended.
///
/// A killed process has no further effects on disk, screen or network. Its ports check this state before every
/// operation.
final class AppProcess: Sendable {
    struct Ended: Error {}

    private let didEnd = NIOLockedValueBox(false)

    func end() { didEnd.withLockedValue { $0 = true } }

    var hasEnded: Bool { didEnd.withLockedValue { $0 } }

    /// - Throws: ``Ended``.
    func check() throws {
        if hasEnded { throw Ended() }
    }
}

struct ProcessScopedJournal: Journal {
    let base: any Journal
    let process: AppProcess

    func read(_ key: RecordKey) async throws -> [UInt8]? {
        try process.check()
        return try await base.read(key)
    }

    func write(_ bytes: [UInt8], to key: RecordKey) async throws {
        try process.check()
        try await base.write(bytes, to: key)
    }

    func remove(_ key: RecordKey) async throws {
        try process.check()
        try await base.remove(key)
    }

    func keys(in drawer: RecordKey.Drawer) async throws -> [RecordKey] {
        try process.check()
        return try await base.keys(in: drawer)
    }
}

struct ProcessScopedVault: SecretVault {
    let base: any SecretVault
    let process: AppProcess

    func read(_ name: SecretName) async throws -> Secret? {
        try process.check()
        return try await base.read(name)
    }

    func keep(_ secret: Secret, as name: SecretName) async throws {
        try process.check()
        try await base.keep(secret, as: name)
    }

    func delete(_ name: SecretName) async throws {
        try process.check()
        try await base.delete(name)
    }
}

struct ProcessScopedCenter: NotificationCenterPort {
    let base: any NotificationCenterPort
    let process: AppProcess

    func settings() async -> NotificationSettings { await base.settings() }

    func requestAuthorization(_ options: AuthorizationOptions) async throws -> AuthorizationState {
        try process.check()
        return try await base.requestAuthorization(options)
    }

    func register(_ categories: [NotificationCategory]) async {
        if !process.hasEnded { await base.register(categories) }
    }

    func registered() async -> [RegisteredCategory] { await base.registered() }

    func schedule(_ notification: LocalNotification, _ trigger: LocalTrigger) async throws {
        try process.check()
        try await base.schedule(notification, trigger)
    }

    func pending() async -> [PendingNotification] { await base.pending() }

    func removePending(_ ids: [String]) async { if !process.hasEnded { await base.removePending(ids) } }

    func removeAllPending() async { if !process.hasEnded { await base.removeAllPending() } }

    func deliver(_ notification: LocalNotification) async throws {
        try process.check()
        try await base.deliver(notification)
    }

    func delivered() async -> [DeliveredNotification] { await base.delivered() }

    func removeDelivered(_ ids: [String]) async { if !process.hasEnded { await base.removeDelivered(ids) } }

    func setBadge(_ count: Int) async throws {
        try process.check()
        try await base.setBadge(count)
    }
}

/// A launched app, until it is killed.
struct RunningApp: Sendable {
    let app: Bellhop
    /// `nil` when the user allows no Live Activities.
    let keeper: LiveActivitySync?
    /// A stream that ends when the app is killed.
    let ended: AsyncStream<Never>
    private let process: AppProcess
    private let continuation: AsyncStream<Never>.Continuation

    /// - Parameter make: Makes the app and its Live Activity keeper, with ports that stop with this process.
    init(_ make: (AppProcess) -> (Bellhop, LiveActivitySync?)) {
        process = AppProcess()
        (app, keeper) = make(process)
        (ended, continuation) = AsyncStream<Never>.makeStream()
    }

    func end() {
        process.end()
        continuation.finish()
    }
}
