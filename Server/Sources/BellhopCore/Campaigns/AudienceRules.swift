import BellhopModel

/// What an `Audience` must keep to. Throws an `APIError` that names the field.
enum AudienceRules {
    static func check(_ audience: Audience) throws {
        if case .users(let users) = audience { try names(users, "to.users") }
    }

    static func names(_ users: [UserID], _ field: String) throws {
        guard !users.isEmpty else { throw APIError(.invalidRequest, "\(field): is empty; name at least one") }
        guard users.count <= APILimits.audience else {
            throw APIError(
                .invalidRequest,
                "\(field): \(users.count) names; at most \(APILimits.audience) are taken: "
                    + "subscribe them to a topic, some at a time, and send to that")
        }
    }
}
