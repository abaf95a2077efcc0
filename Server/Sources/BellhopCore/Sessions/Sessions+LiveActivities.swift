public import BellhopModel
import BellhopStore

extension Sessions {
    /// What the key's device says of the Live Activity that shows a session: its token, a new one, or that it is over.
    ///
    /// - Throws: `APIError`: `forbidden` unless the key is that of a device, `invalid_request`, `not_found`.
    public func report(
        _ report: LiveActivityReport, on id: SessionID, by key: KeyRecord
    ) async throws -> LiveActivitySummary {
        try key.require([.device], to: "report a Live Activity")
        let device = try await device(key.deviceID, for: key)
        if let token = report.token { try FieldRules.token(token, on: device.platform) }
        guard report.state != .active || report.token != nil else {
            throw APIError(.invalidRequest, "token: is missing; an activity that is active has one.")
        }
        guard
            let activity = try await store.report(report, on: id, of: key.userID, by: device.id, at: time.now)
        else { throw APIError(.notFound, "There is no session \(id).") }
        wake.signal()
        return activity.summary
    }

    /// Keeps the token by which a device starts activities; `nil` forgets it, and none is started there any more.
    ///
    /// - Parameter key: the device's own; an admin's may forget any.
    /// - Throws: `APIError`: `forbidden`, `invalid_request`, `not_found`.
    public func setStartToken(_ token: DeviceToken?, of id: DeviceID, by key: KeyRecord) async throws {
        try key.require(token == nil ? [.device, .admin] : [.device], to: "set how activities are started")
        let device = try await device(id, for: key)
        guard key.role == .admin || key.deviceID == id else {
            throw APIError(.forbidden, "This is the key of another device.")
        }
        if let token { try FieldRules.token(token, on: device.platform) }
        guard try await store.setStartToken(token, of: id, at: time.now) || token == nil else {
            throw APIError(.forbidden, "The device is not registered any more; register it again.")
        }
    }

    private func device(_ id: DeviceID?, for key: KeyRecord) async throws -> Device {
        guard let id else { throw APIError(.forbidden, "The key belongs to no device; pair the device again.") }
        guard let device = try await store.device(id) else {
            throw APIError(.notFound, "There is no device \(id).")
        }
        if key.role != .admin { try key.require(device.userID, owning: "device") }
        return device
    }
}
