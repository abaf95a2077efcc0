import BellhopModel

extension LocalSchedule {
    /// Shows `notification` again at `moment`, once; at once when that is past.
    func snooze(_ notification: DeliveredNotification, until moment: Timestamp, at now: Timestamp) async throws {
        let id = LocalID.snooze(notification.id)
        let pause = max(.seconds(1), moment - now)
        try await schedule(id, notification.payload, .after(pause, repeats: false))
    }

    func remove(item: String) async throws {
        try await remove { id, payload in
            if payload.itemID == item { return true }
            if case .reminder(item, _)? = LocalID(id) { return true }
            return false
        }
    }

    func remove(ask: AskID) async throws { try await remove { _, payload in payload.askID == ask } }

    /// The later showing of the notification with this id.
    func removeSnooze(of id: String) async throws {
        let name = LocalID.snooze(id).description
        try await remove { id, _ in id == name }
    }
}
