import BellhopModel
import BellhopStore
import GRDB

/// Whose answers count.
extension DeviceTable {
    /// Whether the user has ever had a trusted device.
    ///
    /// - Parameter acceptingFileKeys: one whose key was in a file is one too.
    func hadTrusted(_ user: UserID, acceptingFileKeys: Bool) throws -> Bool {
        try db.first(
            "SELECT count(*) FROM trusted_users WHERE user_id = ? AND in_file <= ?",
            [user.description, acceptingFileKeys]
        ) { try $0.integer() > 0 } ?? false
    }

    func noteTrusted(_ device: Device) throws {
        try db.run(
            "INSERT OR IGNORE INTO trusted_users (user_id, in_file) VALUES (?, ?)",
            [device.userID.description, device.keyStorage == .file])
    }

    func setEnrolmentAsk(of id: DeviceID, to ask: AskID) throws {
        try db.run("UPDATE devices SET enrolment_ask = ? WHERE id = ?", [ask.blob, id.blob])
    }

    /// The device that waits for the answer to `ask`.
    func waiting(for ask: Ask) throws -> Device? {
        try all(of: ask.userID).first { $0.enrolmentAsk == ask.id && $0.trust == .waiting }
    }

    func trust(_ id: DeviceID, by enrolment: DeviceEnrolment) throws {
        try db.run(
            "UPDATE devices SET trust = 'trusted', enrolment = ?, enrolment_ask = NULL WHERE id = ?",
            [try CanonicalJSON.text(enrolment), id.blob])
    }
}

extension Database {
    /// Carries out what a trusted device has answered about another one: it is trusted, or removed.
    func settleEnrolment(_ ask: Ask, with resolution: Resolution, at time: Timestamp) throws {
        guard let answer = resolution.answer, let device = try devices.waiting(for: ask) else { return }
        guard answer.answer == .approve else { return _ = try remove(device.id, at: time) }
        try devices.trust(device.id, by: DeviceEnrolment(askID: ask.id, deadline: ask.deadline, answer: answer))
        try devices.noteTrusted(device)
    }

    /// - Returns: whether there is such a device.
    func remove(_ id: DeviceID, at time: Timestamp) throws -> Bool {
        guard try devices.remove(id, at: time) else { return false }
        try keys.revoke(of: id, at: time)
        try deliveries.cancelAll(to: id, because: .deviceRemoved, at: time)
        try liveActivities.removeAll(on: id)
        try withdrawEnrolment(of: try devices.find(id), at: time)
        return true
    }

    /// The ask about a device that does not wait any more needs no answer.
    func withdrawEnrolment(of device: Device?, at time: Timestamp) throws {
        guard let ask = device?.enrolmentAsk else { return }
        _ = try transition(ask, .withdrawn(.deviceRemoved), at: time)
    }
}
