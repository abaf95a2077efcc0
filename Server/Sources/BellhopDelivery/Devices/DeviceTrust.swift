public import BellhopModel
public import BellhopStore
import Crypto

/// Asks a user's trusted devices about a new one, and notifies them of every change to who may act for the user.
public struct DeviceTrust: Sendable {
    let store: any Store
    let announcer: Announcer
    let wake: Wake
    let time: any TimeSource

    /// A notice is shown for this long, in seconds.
    static let noticeLifetime: Int64 = 7 * 86_400

    init(store: any Store, hub: EventHub, wake: Wake, time: any TimeSource) {
        self.store = store
        self.wake = wake
        self.time = time
        announcer = Announcer(store: store, hub: hub, time: time)
    }

    /// A change that the user's trusted devices hear of. A new device they hear of by the ask about it.
    public enum Change: Sendable {
        case deviceRemoved(Device)
        case keyCreated(KeyRecord)
        case recoveryStarted
    }

    /// The notices that are stored together with a device that was just paired.
    public static func notices(about device: Device, _ admission: Admission, at now: Timestamp) -> [Submission] {
        let name = quoted(device.name)
        return switch admission {
        case .waiting: [ask(about: device, at: now)]
        // Nobody else is there to be told.
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
                    "It was paired with a recovery code, without the consent of another device. Its key: "
                        + "\(fingerprint(of: device)). If that was not you, remove it and look who can reach the server.",
                    to: device.userID, at: now)
            ]
        }
    }

    /// The ask whose approval is the device's enrolment.
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
                    \(name) is on \(device.platform.rawValue), app \(device.app). Approved, it can approve everything that \
                    you can. Denied, it is removed.
                    """,
                input: input,
                inputDigest: InputDigest.hex(of: input, nonce: nil) { Array(SHA256.hash(data: $0)) }),
            createdAt: now, deadline: now + .seconds(DeviceEnrolment.lifetime))
        return Submission(notification: UserNotification(of: ask), ask: ask)
    }

    /// Stores a notice for the trusted devices of `user`.
    public func tell(_ change: Change, to user: UserID) async throws {
        let (title, body) = Self.words(for: change)
        _ = try await store.accept(Self.notice(title, body, to: user, at: time.now), waking: wake)
    }

    /// Asks again about a device that still waits, once the ask before has ended without an answer.
    public func askAgain(about device: Device) async throws {
        guard device.trust == .waiting else { return }
        if let id = device.enrolmentAsk, let ask = try await store.ask(id), ask.state == .pending { return }
        let submission = Self.ask(about: device, at: time.now)
        defer { wake.signal() }
        guard try await store.askForEnrolment(of: device.id, submission) else { return }
        await announce(submission.ask)
    }

    /// Sends what was stored together with `device`.
    public func sendNotices(about device: Device) async throws {
        wake.signal()
        if let id = device.enrolmentAsk { await announce(try await store.ask(id)) }
    }

    private func announce(_ ask: Ask?) async {
        if let ask { await announcer.announce(.askCreated(ask), to: ask.userID) }
    }

    private static func words(for change: Change) -> (title: String, body: String) {
        switch change {
        case .deviceRemoved(let device):
            (
                "\(quoted(device.name)) was removed",
                "Its answers count no more. Its key was \(fingerprint(of: device))."
            )
        case .keyCreated(let key):
            (
                "New \(key.role.rawValue) key \(quoted(key.label))",
                key.role == .admin
                    ? "It manages the server: devices, keys and every user. If you do not know it, revoke it: `bellhop keys`."
                    : "It asks in your name and reads what your agents ask. If you do not know it, revoke it: `bellhop keys`."
            )
        case .recoveryStarted:
            (
                "Recovery was started on the server",
                "The device that uses its code within ten minutes may answer for you, without the consent of this one. If "
                    + "that was not you, look who can reach the server's machine."
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
            // No preference of the user's may silence it: whoever holds an admin key could set one.
            bypassesPreferences: true)
    }

    /// A name that the new device chose itself.
    private static func quoted(_ name: String) -> String { "“\(DisplayText.line(name, characters: 40))”" }

    public static func fingerprint(of device: Device) -> String {
        KeyFingerprint.text(of: device.publicKey) { Array(SHA256.hash(data: $0)) }
    }
}
