import BellhopModel

/// Payloads as `PushPayload` writes them and the category catalog wants them.
struct StandardPayloads: PayloadRendering {
    func show(_ notification: UserNotification, ask: Ask?, badge: Int) throws -> [UInt8] {
        try PushPayload(notification, ask: ask, badge: badge).fitted().encoded()
    }

    func clear(_ notification: UserNotification, ask: Ask?) throws -> [UInt8] {
        guard let ask else { return try read(notification).encoded() }
        // Only at its deadline is an ask cleared before it has ended.
        let reason = ask.resolution.map(ClearReason.init) ?? .expired
        return try PushPayload.clear(ask.id, reason: reason).fitted().encoded()
    }

    func summary(_ summary: NotificationSummary, badge: Int, isUpdate: Bool) throws -> [UInt8] {
        try PushPayload.summary(summary, badge: badge, isUpdate: isUpdate).fitted().encoded()
    }

    func recount(_ summary: NotificationSummary) throws -> [UInt8] {
        try PushPayload.recount(summary).fitted().encoded()
    }

    func interruption(of notification: UserNotification) -> InterruptionLevel {
        if let category = CategoryCatalog[notification.category] { return category.interruptionLevel }
        return notification.askID == nil ? .active : .timeSensitive
    }

    private func read(_ notification: UserNotification) -> PushPayload {
        var payload = PushPayload(aps: APS(contentAvailable: true), type: .clear)
        payload.notificationID = notification.id
        payload.reason = "read_on_other_device"
        return payload
    }
}
