public import BellhopModel
import BellhopStore

extension Notifications {
    /// Notes what happened where the server cannot see it: in the notification's timeline, or for `applied` in the
    /// ask.
    ///
    /// - Parameter key: a device's for `shown` and `opened`, an agent's for `applied`.
    /// - Throws: `APIError`: `not_found`, `forbidden`; `invalid_request` when the receipt does not say what it is
    ///   about, or the ask has no answer that could have been applied.
    public func receive(_ receipt: Receipt, by key: KeyRecord) async throws {
        switch receipt.kind {
        case .shown: try await note(.shown, receipt, by: key)
        case .opened: try await note(.opened, receipt, by: key)
        case .applied: try await applied(receipt, by: key)
        }
    }

    private func note(_ step: TimelineEntry.Step, _ receipt: Receipt, by key: KeyRecord) async throws {
        try key.require([.device], to: "say that a notification was \(step.rawValue)")
        guard let id = receipt.notificationID else {
            throw APIError(.invalidRequest, "notification_id: is missing; \(step.rawValue) is said of a notification")
        }
        _ = try await find(id, for: key)
        try await store.record(TimelineEntry(at: time.now, step: step, deviceID: key.deviceID), for: id)
    }

    private func applied(_ receipt: Receipt, by key: KeyRecord) async throws {
        try key.require([.agent], to: "say that an answer was applied")
        guard let id = receipt.askID else {
            throw APIError(.invalidRequest, "ask_id: is missing; applied is said of an ask")
        }
        guard let ask = try await store.ask(id) else { throw APIError(.notFound, "There is no ask \(id).") }
        try key.require(ask.userID, owning: "ask")
        guard let applied = try await store.markApplied(id, at: time.now) else {
            throw APIError(.invalidRequest, "ask_id: this ask has no answer that could have been applied")
        }
        // Said again, it is not news.
        if ask.appliedAt == nil { await announcer.announce(.askApplied(applied), to: applied.userID) }
    }
}
