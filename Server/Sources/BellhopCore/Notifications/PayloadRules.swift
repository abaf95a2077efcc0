import BellhopModel

/// What a gateway would refuse is refused when it is accepted, not when it is sent.
enum PayloadRules {
    /// A badge of as many digits as it may come to have.
    static let badge = APILimits.badge.upperBound

    /// It has to fit for every gateway, whatever devices the user has now: another may come before it is sent.
    ///
    /// - Throws: `APIError` `payload_too_large`, with how many bytes are too many, and the longest field.
    static func check(_ notification: UserNotification) throws {
        var worst: (error: PayloadTooLarge, form: PayloadFormat)?
        for form in PayloadFormat.allCases {
            do {
                _ = try PayloadRenderer().show(notification, ask: nil, badge: badge, as: form)
            } catch let error as PayloadTooLarge {
                if error.excess > worst?.error.excess ?? 0 { worst = (error, form) }
            }
        }
        guard let (error, form) = worst else { return }
        throw APIError(
            .payloadTooLarge,
            "\(error.excess) bytes over the \(error.limit) that fit into a push of \(form.gateway), with its texts "
                + "shortened; the longest field is \(RequestField.name(for: error.longestField)) with "
                + "\(error.longestFieldSize)")
    }
}

extension PayloadTooLarge {
    /// How many bytes are too many.
    fileprivate var excess: Int { size - limit }
}
