import BellhopModel

/// What people call things: devices and keys.
package enum NameRule {
    /// - Throws: `APIError` `invalid_request`, which names `field`, unless there are 1 to 200 characters, and one that
    ///   can be seen.
    package static func check(_ name: String, _ field: String = "name") throws {
        guard (1...APILimits.title).contains(name.count), name.contains(where: { !$0.isWhitespace }) else {
            throw APIError(
                .invalidRequest,
                "\(field): must have 1 to \(APILimits.title) characters, and one that can be seen")
        }
    }
}
