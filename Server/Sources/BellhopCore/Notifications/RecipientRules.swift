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
        guard case .recipients(let recipients) = audience, let first = recipients.first else { return }
        var places: [UserID: Int] = [:]
        for (index, recipient) in recipients.enumerated() {
            if let place = places.updateValue(index, forKey: recipient.user) {
                throw APIError(
                    .invalidRequest,
                    "\(name(index)).user: is also the user of to.recipients[\(place)]; name each user once")
            }
            try locating(index, separator: ".") { try NotificationRules.check(request.replacing(with: recipient)) }
        }
        // Nearly always one payload instead of each.
        let bound = bound(recipients.map(request.replacing), user: first.user)
        guard try !PayloadRules.fitsUnshortened(notification(bound)) else { return }
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

    /// A recipient whose texts are at least as long in a payload as those of every request.
    private static func bound(_ requests: [NotificationRequest], user: UserID) -> Audience.Recipient {
        func longest(_ field: (NotificationRequest) -> String?) -> String? {
            requests.compactMap(field).map(Self.bound).max().map { String(repeating: "x", count: $0) }
        }
        return Audience.Recipient(
            user: user, title: longest(\.title), subtitle: longest(\.subtitle), body: longest(\.body),
            deepLink: longest(\.deepLink))
    }

    /// An upper bound of a text's size in JSON, in bytes (RFC 8259 §7).
    private static func bound(_ text: String) -> Int {
        text.utf8.reduce(0) { size, byte in
            size + (byte < 0x20 ? 6 : byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 2 : 1)
        }
    }
}
