public import BellhopModel
public import BellhopStore
import Crypto

/// Creates the ask about a new device, and notifies a user's trusted devices of changes to who may act for the user.
public struct DeviceTrust: Sendable {
    let store: Store
    let events: EventPublisher
    let workSignal: WorkSignal
    let time: any TimeSource

    /// The lifetime of a notice, in seconds.
    static let noticeLifetime: Int64 = 7 * 86_400

    init(store: Store, hub: EventHub, workSignal: WorkSignal, time: any TimeSource) {
        self.store = store
        self.workSignal = workSignal
        self.time = time
        events = EventPublisher(store: store, hub: hub, time: time)
    }

    /// A change that the user's trusted devices are notified of. A new device is announced by its ask instead.
    public enum Change: Sendable {
        case deviceRemoved(Device)
        case keyCreated(KeyRecord)
        case loggedIn(ConsoleSession)
        case recoveryStarted
    }

    /// The notices that are stored in the transaction that pairs a device.
    public static func notices(about device: Device, _ admission: TrustDecision, at now: Timestamp) -> [Submission] {
        let name = quoted(device.name)
        return switch admission {
        case .waiting: [ask(about: device, at: now)]
        // There is no other device to notify.
        case .first: []
        case .known:
            [
                notice(
                    "\(name) was paired again",
                    "It has the signing key that it had before: \(fingerprint(of: device)).",
                    to: device.userID, at: now)
            ]
        case .recovery:
            [
                notice(
                    "Recovery: \(name) may now answer for you",
                    "It was paired with a recovery code, without approval on another device. Its key: "
                        + "\(fingerprint(of: device)). If that was not you, remove it and check who can access the server.",
                    to: device.userID, at: now)
            ]
        }
    }

    /// The ask whose approval makes the device trusted.
    public static func ask(about device: Device, at now: Timestamp) -> Submission {
        let statement = EnrolmentStatement(userID: device.userID, deviceID: device.id, publicKey: device.publicKey)
        let input = statement.text { Array(SHA256.hash(data: $0)) }
        let name = quoted(device.name)
        let ask = Ask(
            id: .make(at: now), userID: device.userID, sessionID: nil, category: .approvalRequest,
            request: .init(
                title: "New device \(name) wants to answer for you",
                body: """
                    Approve only if the new device shows the same key: \(fingerprint(of: device)).
                    \(name) is on \(device.platform.rawValue), app \(device.app). If you approve, it can approve everything \
                    that you can. If you deny, it is removed.
                    """,
                input: input,
                inputDigest: InputDigest.hex(of: input, nonce: nil) { Array(SHA256.hash(data: $0)) }),
            createdAt: now, deadline: now + .seconds(DeviceEnrolment.lifetime))
        return Submission(notification: UserNotification(of: ask), ask: ask)
    }

    /// Stores a notice for the trusted devices of `user`.
    public func notify(_ user: UserID, of change: Change) async throws {
        let (title, body) = Self.text(for: change)
        _ = try await store.accept(
            Self.notice(title, body, to: user, at: time.now), at: time.now, notifying: workSignal)
    }

    /// Repeats the ask about a waiting device after the previous one has ended without an answer.
    public func askAgain(about device: Device) async throws {
        guard device.trust == .waiting else { return }
        if let id = device.enrolmentAsk, let ask = try await store.ask(id), ask.state == .pending { return }
        let submission = Self.ask(about: device, at: time.now)
        defer { workSignal.notify([.deliveries, .deadlines]) }
        guard try await store.askForEnrolment(of: device.id, submission) else { return }
        await publish(submission.ask)
    }

    /// Publishes and sends the notices that were stored with `device`.
    public func sendNotices(about device: Device) async throws {
        workSignal.notify([.deliveries, .deadlines])
        if let id = device.enrolmentAsk { await publish(try await store.ask(id)) }
    }

    private func publish(_ ask: Ask?) async {
        if let ask { await events.publish(.askCreated(ask), to: ask.userID) }
    }

    private static func text(for change: Change) -> (title: String, body: String) {
        switch change {
        case .deviceRemoved(let device):
            (
                "\(quoted(device.name)) was removed",
                "Its answers are no longer accepted. Its key was \(fingerprint(of: device))."
            )
        case .keyCreated(let key):
            (
                "New \(key.role.rawValue) key \(quoted(key.label))",
                key.role == .admin
                    ? "It can manage the server: devices, keys and every user. If you do not know it, revoke it: `bellhop keys`."
                    : "It can ask in your name and read what your agents ask. If you do not know it, revoke it: `bellhop keys`."
            )
        case .loggedIn(let session):
            (
                "New login to the console: \(quoted(session.name))",
                (session.role == .admin
                    ? "It can manage the server and read what your agents ask."
                    : "It can read what your agents ask.")
                    + " It can answer only with the key of a device. If that was not you, end it in the console under Devices."
            )
        case .recoveryStarted:
            (
                "Recovery was started on the server",
                "The device that uses the code within ten minutes may answer for you, without approval on this device. If "
                    + "that was not you, check who can access the server's machine."
            )
        }
    }

    private static func notice(
        _ title: String, _ body: String, to user: UserID, at now: Timestamp
    ) -> Submission {
        Submission(
            notification: UserNotification(
                id: .make(at: now), userID: user, category: .update, title: title, body: body, thread: "bellhop-trust",
                createdAt: now, expiresAt: now + .seconds(noticeLifetime)),
            // Preferences must not suppress it: the holder of a stolen admin key could set them.
            bypassesPreferences: true)
    }

    /// The sanitized name, which the new device chose itself.
    private static func quoted(_ name: String) -> String { "“\(DisplayText.line(name, characters: 40))”" }

    public static func fingerprint(of device: Device) -> String {
        KeyFingerprint.text(of: device.publicKey) { Array(SHA256.hash(data: $0)) }
    }
}
