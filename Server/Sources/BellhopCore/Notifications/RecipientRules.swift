import BellhopModel

/// The rules of recipients with texts of their own. Throws an `APIError` that names the recipient.
enum RecipientRules {
    /// - Parameters:
    ///   - request: the notification, which is valid itself.
    ///   - notification: makes the notification of a recipient.
    /// - Throws: `APIError`: `invalid_request`, `payload_too_large`.
    static func check(
        _ audience: Audience, _ request: NotificationRequest,
        notification: (Audience.Recipient) -> UserNotification
    ) throws {
        guard case .recipients(let recipients) = audience else { return }
        var places: [UserID: Int] = [:]
        for (index, recipient) in recipients.enumerated() {
            if let place = places.updateValue(index, forKey: recipient.user) {
                throw APIError(
                    .invalidRequest,
                    "\(name(index)).user: is also the user of to.recipients[\(place)]; name each user once")
            }
            try locating(index, separator: ".") { try NotificationRules.check(request.replacing(with: recipient)) }
        }
        for (index, recipient) in recipients.enumerated() {
            try locating(index, separator: ": ") { try PayloadRules.check(notification(recipient)) }
        }
    }

    private static func name(_ index: Int) -> String { "to.recipients[\(index)]" }

    /// Adds the recipient to errors of `check`.
    private static func locating(_ index: Int, separator: String, _ check: () throws -> Void) throws {
        do {
            try check()
        } catch let error as APIError {
            throw APIError(error.code, name(index) + separator + error.message)
        }
    }
}
