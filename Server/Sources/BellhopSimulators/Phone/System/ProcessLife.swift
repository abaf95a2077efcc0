import BellhopKit
import BellhopModel
import Synchronization

/// Whether the app's process still runs.
///
/// A process that was killed does nothing more, wherever it was: what it still held in its hands neither reaches the
/// disk, nor the screen, nor the network. Its ports see to that by asking here before every step.
final class ProcessLife: Sendable {
    struct Ended: Error {}

    private let isOver = Mutex(false)

    func end() { isOver.withLock { $0 = true } }

    var hasEnded: Bool { isOver.withLock { $0 } }

    /// - Throws: ``Ended``.
    func check() throws {
        if hasEnded { throw Ended() }
    }
}

struct MortalJournal: Journal {
    let base: any Journal
    let life: ProcessLife

    func read(_ key: RecordKey) async throws -> [UInt8]? {
        try life.check()
        return try await base.read(key)
    }

    func write(_ bytes: [UInt8], to key: RecordKey) async throws {
        try life.check()
        try await base.write(bytes, to: key)
    }

    func remove(_ key: RecordKey) async throws {
        try life.check()
        try await base.remove(key)
    }

    func keys(in drawer: RecordKey.Drawer) async throws -> [RecordKey] {
        try life.check()
        return try await base.keys(in: drawer)
    }
}

struct MortalVault: SecretVault {
    let base: any SecretVault
    let life: ProcessLife

    func read(_ name: SecretName) async throws -> Secret? {
        try life.check()
        return try await base.read(name)
    }

    func keep(_ secret: Secret, as name: SecretName) async throws {
        try life.check()
        try await base.keep(secret, as: name)
    }

    func forget(_ name: SecretName) async throws {
        try life.check()
        try await base.forget(name)
    }
}

struct MortalCenter: NotificationCenterPort {
    let base: any NotificationCenterPort
    let life: ProcessLife

    func settings() async -> NotificationSettings { await base.settings() }

    func requestAuthorization(_ options: AuthorizationOptions) async throws -> AuthorizationState {
        try life.check()
        return try await base.requestAuthorization(options)
    }

    func register(_ categories: [NotificationCategory]) async { if !life.hasEnded { await base.register(categories) } }

    func registered() async -> [RegisteredCategory] { await base.registered() }

    func schedule(_ notification: LocalNotification, _ trigger: LocalTrigger) async throws {
        try life.check()
        try await base.schedule(notification, trigger)
    }

    func pending() async -> [PendingNotification] { await base.pending() }

    func removePending(_ ids: [String]) async { if !life.hasEnded { await base.removePending(ids) } }

    func removeAllPending() async { if !life.hasEnded { await base.removeAllPending() } }

    func deliver(_ notification: LocalNotification) async throws {
        try life.check()
        try await base.deliver(notification)
    }

    func delivered() async -> [DeliveredNotification] { await base.delivered() }

    func removeDelivered(_ ids: [String]) async { if !life.hasEnded { await base.removeDelivered(ids) } }

    func setBadge(_ count: Int) async throws {
        try life.check()
        try await base.setBadge(count)
    }
}
