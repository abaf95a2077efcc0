import BellhopModel

/// Payloads as `PushPayload` writes them and the category catalog wants them.
struct PayloadRenderer: PayloadRendering {
    func show(
        _ notification: UserNotification, ask: Ask?, badge: Int, as form: PayloadForm
    ) throws -> RenderedPayload {
        try write(PushPayload(notification, ask: ask, badge: badge), of: notification, as: form)
    }

    func clear(_ notification: UserNotification, ask: Ask?, as form: PayloadForm) throws -> RenderedPayload {
        // An ask that is snoozed goes on: only this notification of it is taken off.
        guard let ask, ask.resolution != nil || notification.snoozedUntil == nil else {
            return try write(read(notification), of: notification, as: form)
        }
        // Otherwise only at its deadline is an ask cleared before it has ended.
        let reason = ask.resolution.map(ClearReason.init) ?? .expired
        return try write(.clear(ask.id, reason: reason), of: notification, as: form)
    }

    private func write(
        _ payload: PushPayload, of notification: UserNotification, as form: PayloadForm
    ) throws -> RenderedPayload {
        let hasKey = notification.options?.collapseKey != nil
        return try write(payload, tag: notification.collapseID, hasKey: hasKey, as: form)
    }

    /// FCM keeps a hundred messages for a device that is off, but only four that may be replaced, and slows down who
    /// sends more than twenty of those (FCM, *Non-collapsible and collapsible messages*; *Throttling and quotas*). An
    /// ask must not be lost to that. A message that the system shows is collapsible in any case: with a key of its own
    /// four of them are kept, without one the last. A sender who asks for a key gets it.
    private func write(
        _ payload: PushPayload, tag: String, hasKey: Bool = false, as form: PayloadForm
    ) throws -> RenderedPayload {
        switch form {
        case .apple:
            return RenderedPayload(bytes: try payload.fitted().encoded(), collapses: true)
        case .android:
            let message = try AndroidMessage(fitting: payload, tag: tag)
            return RenderedPayload(bytes: try message.encoded(), collapses: message.notification != nil || hasKey)
        }
    }

    func summary(
        _ summary: NotificationSummary, badge: Int, isUpdate: Bool, as form: PayloadForm
    ) throws -> RenderedPayload {
        try write(.summary(summary, badge: badge, isUpdate: isUpdate), tag: summary.collapseID, as: form)
    }

    func recount(_ summary: NotificationSummary, as form: PayloadForm) throws -> RenderedPayload {
        try write(.recount(summary), tag: summary.collapseID, as: form)
    }

    private func read(_ notification: UserNotification) -> PushPayload {
        var payload = PushPayload(aps: APS(contentAvailable: true), type: .clear)
        payload.notificationID = notification.id
        payload.reason = "read_on_other_device"
        return payload
    }
}
