import BellhopModel

/// Renders `PushPayload` and its counterparts for Android and browsers.
struct PayloadRenderer: PayloadRendering {
    func show(
        _ notification: UserNotification, ask: Ask?, badge: Int?, as form: PayloadFormat
    ) throws -> RenderedPayload {
        try write(PushPayload(notification, ask: ask, badge: badge), of: notification, as: form)
    }

    func clear(_ notification: UserNotification, ask: Ask?, as form: PayloadFormat) throws -> RenderedPayload {
        // A snoozed ask goes on: only this notification of it is cleared.
        guard let ask, ask.resolution != nil || notification.snoozedUntil == nil else {
            return try write(read(notification), of: notification, as: form)
        }
        // An unresolved ask is cleared only at its deadline.
        let reason = ask.resolution.map(ClearReason.init) ?? .expired
        return try write(.clear(ask.id, reason: reason), of: notification, as: form)
    }

    private func write(
        _ payload: PushPayload, of notification: UserNotification, as form: PayloadFormat
    ) throws -> RenderedPayload {
        let hasKey = notification.options?.collapseKey != nil
        return try write(payload, tag: notification.collapseID, hasKey: hasKey, as: form)
    }

    /// FCM stores a hundred messages for an offline device, but only four collapsible ones, and throttles senders of
    /// more than twenty of those (FCM, *Non-collapsible and collapsible messages*; *Throttling and quotas*). Asks must
    /// not be lost to that, so a message is collapsible only where the system displays it, which makes it collapsible
    /// anyway (with a key four are stored, without one only the last), or where the sender gave a collapse key.
    private func write(
        _ payload: PushPayload, tag: String, hasKey: Bool = false, as form: PayloadFormat
    ) throws -> RenderedPayload {
        switch form {
        case .apple:
            return RenderedPayload(bytes: try payload.fitted().encoded(), collapses: true)
        case .android:
            let message = try AndroidMessage(fitting: payload, tag: tag)
            return RenderedPayload(bytes: try message.encoded(), collapses: message.notification != nil || hasKey)
        case .web:
            // A push service stores one message for each topic (RFC 8030 §5.4), without a limit on their number.
            return RenderedPayload(bytes: try WebMessage(fitting: payload, tag: tag).encoded(), collapses: true)
        }
    }

    func summary(
        _ summary: NotificationSummary, badge: Int, isUpdate: Bool, as form: PayloadFormat
    ) throws -> RenderedPayload {
        try write(.summary(summary, badge: badge, isUpdate: isUpdate), tag: summary.collapseID, as: form)
    }

    func recount(_ summary: NotificationSummary, as form: PayloadFormat) throws -> RenderedPayload {
        try write(.recount(summary), tag: summary.collapseID, as: form)
    }

    private func read(_ notification: UserNotification) -> PushPayload {
        var payload = PushPayload(aps: APS(contentAvailable: true), type: .clear)
        payload.notificationID = notification.id
        payload.reason = "read_on_other_device"
        return payload
    }
}

/// Renders the payloads of pushes. Tests replace it.
protocol PayloadRendering: Sendable {
    /// The payload that shows `notification`.
    ///
    /// - Parameter badge: `nil` leaves the badge of the icon unchanged.
    func show(
        _ notification: UserNotification, ask: Ask?, badge: Int?, as form: PayloadFormat
    ) throws -> RenderedPayload

    /// The background payload that removes `notification` from the screen. It has no badge, which would make it more
    /// than a background push; the next shown notification updates the badge.
    func clear(_ notification: UserNotification, ask: Ask?, as form: PayloadFormat) throws -> RenderedPayload

    /// The payload that shows `summary`, without sound when it replaces one that was sent to the device before.
    func summary(
        _ summary: NotificationSummary, badge: Int, isUpdate: Bool, as form: PayloadFormat
    ) throws -> RenderedPayload

    /// The background payload that lowers the number of `summary`, or removes it from the screen at 0.
    func recount(_ summary: NotificationSummary, as form: PayloadFormat) throws -> RenderedPayload
}

/// The payload format of a family of platforms.
enum PayloadFormat: Hashable, Sendable, CaseIterable {
    /// ``BellhopModel/PushPayload``
    case apple
    /// ``BellhopModel/AndroidMessage``
    case android
    /// ``BellhopModel/WebMessage``
    case web

    init(_ platform: Platform) {
        switch platform {
        case .ios, .macos: self = .apple
        case .android: self = .android
        case .web: self = .web
        }
    }

    /// The gateway's name, in lower case.
    var gateway: String {
        switch self {
        case .apple: "apns"
        case .android: "fcm"
        case .web: "webpush"
        }
    }
}

/// A payload, ready for its gateway.
struct RenderedPayload: Hashable, Sendable {
    /// Canonical JSON of at most 4096 bytes, the gateways' limit.
    var bytes: [UInt8]
    /// Indicates whether the gateway may replace it with a later push about the same notification while the device is
    /// offline.
    var collapses: Bool
}

extension UserNotification {
    /// The collapse id of all pushes about the notification: a repeated push replaces the displayed one, and a clearing
    /// push replaces one that a gateway still stores for an offline device.
    var collapseID: String { options?.collapseKey ?? askID.map { CollapseName.ask + "\($0)" } ?? id.description }
}

extension NotificationSummary {
    /// The collapse id of all pushes about the summary.
    var collapseID: String { CollapseName.summary + "\(id)" }
}

/// The prefixes of collapse ids that senders may not use.
enum CollapseName {
    fileprivate static let ask = "ask-"
    fileprivate static let summary = "summary-"

    /// Returns whether `key` is such an id. A notification with it would replace an ask that waits for its answer.
    static func isReserved(_ key: String) -> Bool {
        func names<Kind>(_ prefix: String, _ kind: Identifier<Kind>.Type) -> Bool {
            key.hasPrefix(prefix) && kind.init(String(key.dropFirst(prefix.count))) != nil
        }
        return names(ask, AskID.self) || names(summary, NotificationID.self)
    }
}
