import BellhopModel

/// The rules of schedules that span fields or need the time. Throws an `APIError` that names the field.
enum ScheduleRules {
    /// - Returns: the first occurrence after `now`.
    static func next(of timing: ScheduleTiming, after now: Timestamp) throws -> Timestamp {
        let occurrences: Occurrences
        do {
            occurrences = try Occurrences(timing)
        } catch {
            throw APIError(error)
        }
        guard let next = occurrences.next(after: now) else {
            let last = occurrences.last(notAfter: now)
            throw APIError(
                .scheduleInPast, "when: has passed\(last.map { " at \($0)" } ?? ""); the current time is \(now)")
        }
        guard next <= now + .seconds(APILimits.scheduleYears * 366 * 86_400) else {
            throw APIError(.invalidRequest, "when.at: is more than \(APILimits.scheduleYears) years ahead")
        }
        return next
    }

    /// - Throws: `APIError` `forbidden` when `key` may not send to `audience`.
    static func check(_ audience: Audience, by key: KeyRecord) throws {
        if audience != .user(key.userID) { try key.require([.admin], to: "schedule notifications for other users") }
    }

    /// Checks the recipients with texts of their own.
    static func check(_ audience: Audience, of notification: NotificationRequest, at now: Timestamp) throws {
        try RecipientRules.check(audience, notification) { recipient in
            UserNotification(notification.replacing(with: recipient), for: recipient.user, at: now, plannedFor: now)
        }
    }

    /// - Parameter user: any recipient: the payload fits for all of them or for none, unless they have texts of their
    ///   own.
    static func check(_ notification: NotificationRequest, for user: UserID, at now: Timestamp) throws {
        guard notification.userID == nil else {
            throw APIError(.invalidRequest, "notification.user_id: omit this field; `to` selects the users")
        }
        do {
            try NotificationRules.check(notification)
            try PayloadRules.check(UserNotification(notification, for: user, at: now, plannedFor: now))
        } catch let error as APIError where error.code == .invalidRequest {
            throw APIError(.invalidRequest, "notification.\(error.message)")
        }
    }
}
