public import BellhopModel
import BellhopStore

extension Notifications {
    /// Takes a notification back: what was not sent is not, what is on a screen is cleared. Again changes nothing.
    ///
    /// - Parameter key: an agent's of the same user, or an admin's.
    /// - Throws: `APIError`: `not_found`, `forbidden`; `invalid_request` for the notification of an ask, which is
    ///   withdrawn.
    public func takeBack(_ id: NotificationID, by key: KeyRecord) async throws -> Cancellation {
        try key.require([.agent, .admin], to: "take a notification back")
        guard let notification = try await store.notification(id) else {
            throw APIError(.notFound, "There is no notification and no schedule \(id).")
        }
        if key.role != .admin { try key.require(notification.userID, owning: "notification") }
        if let ask = notification.askID {
            throw APIError(
                .invalidRequest, "id: this is the notification of an ask; withdraw it: DELETE /v1/asks/\(ask)")
        }
        defer { wake.signal() }
        guard let cancellation = try await store.takeBack(id, at: time.now) else {
            throw APIError(.notFound, "There is no notification and no schedule \(id).")
        }
        if notification.readAt == nil { await announcer.announce(.notificationRead(id), to: notification.userID) }
        return cancellation
    }

    /// Takes a notification off the screens, and shows it again later, for a day at least.
    ///
    /// - Parameter key: a device's of the same user.
    /// - Throws: `APIError`: `not_found`, `forbidden`; `invalid_request` when it shows nothing, was taken back, or is about
    ///   an item that is complete or an ask that will have ended by then; `ask_already_answered`, `ask_expired` and `ask_withdrawn`.
    public func snooze(
        _ id: NotificationID, _ request: SnoozeRequest, by key: KeyRecord
    ) async throws -> UserNotification {
        try key.require([.device], to: "snooze a notification")
        let minutes = FieldRules.minutes(of: request)
        let notification = try await find(id, for: key)
        guard !notification.isSilent else {
            throw APIError(.invalidRequest, "id: this notification shows nothing that could be shown again")
        }
        let now = time.now
        let moment = now + .seconds(minutes * 60)
        if let ask = notification.askID { try await checkOpen(ask, at: moment, now: now) }
        defer { wake.signal() }
        let snoozing = try await store.snooze(
            id, until: moment, expiresAt: moment + .seconds(NotificationRules.lifetime), by: key.deviceID, at: now)
        switch snoozing {
        case .done: break
        case .takenBack:
            throw APIError(.invalidRequest, "id: its sender took this notification back; it is not shown again")
        case .itemCompleted(let item):
            throw APIError(.invalidRequest, "id: the item \(item) is complete; nobody is reminded of it")
        case .askEnds, .missing:
            if let ask = notification.askID { try await checkOpen(ask, at: moment, now: now) }
            throw APIError(.notFound, "There is no notification \(id).")
        }
        await announcer.announce(.notificationRead(id), to: notification.userID)
        return try await find(id, for: key)
    }

    private func checkOpen(_ id: AskID, at moment: Timestamp, now: Timestamp) async throws {
        guard let ask = try await store.ask(id) else { throw APIError(.notFound, "There is no ask \(id).") }
        switch ask.state {
        case .pending where now < ask.deadline: break
        case .pending, .expired: throw APIError(.askExpired, resolution: ask.resolution)
        case .withdrawn: throw APIError(.askWithdrawn, resolution: ask.resolution)
        default: throw APIError(.askAlreadyAnswered, "The ask is \(ask.state.rawValue).", resolution: ask.resolution)
        }
        guard moment < ask.deadline else {
            throw APIError(.invalidRequest, "minutes: the ask ends before that, at \(ask.deadline)")
        }
    }
}
