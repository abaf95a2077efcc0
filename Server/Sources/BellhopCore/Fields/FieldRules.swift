import BellhopModel

/// What the fields of requests must keep to, beyond their types. Each throws an `APIError` that names the field.
enum FieldRules {
    /// 1 to 200 characters, of which some can be seen.
    static func title(_ title: String) throws {
        guard title.contains(where: { !$0.isWhitespace }) else {
            throw APIError(.invalidRequest, "title: is empty")
        }
        try text(title, "title", atMost: APILimits.title)
    }

    /// Counted in characters, as the person sees them. None of them is U+0000, which databases do not store.
    static func text(_ text: String?, _ name: String, atMost limit: Int = APILimits.text) throws {
        if let text, !isStorable(text) { throw APIError(.invalidRequest, "\(name): must not hold U+0000") }
        // Counting characters walks the whole text; a byte count that fits settles it for nothing.
        guard let text, text.utf8.count > limit else { return }
        let length = text.count
        guard length <= limit else {
            throw APIError(.invalidRequest, "\(name): \(length) characters; at most \(limit) are taken")
        }
    }

    static func isStorable(_ text: String) -> Bool { !text.utf8.contains(0) }

    /// For what a push carries whole, because it cannot be shortened: counted in bytes, without control characters.
    static func identifier(_ text: String?, _ name: String, atMost limit: Int) throws {
        guard let text else { return }
        // C0, DEL and C1: some terminals take U+009B for the beginning of an escape sequence.
        let isPrintable = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard (1...limit).contains(text.utf8.count), isPrintable else {
            throw APIError(
                .invalidRequest, "\(name): must have 1 to \(limit) bytes of UTF-8, none of them a control character")
        }
    }

    /// Of a picture that devices fetch.
    static func image(_ address: String, _ name: String) throws {
        try identifier(address, name, atMost: 1024)
        guard let parts = WebAddress(address), parts.scheme == "https" else {
            throw APIError(.invalidRequest, "\(name): must be an address that begins with https://")
        }
        guard !parts.hasCredentials else {
            throw APIError(
                .invalidRequest, "\(name): must not hold a user name or password; every device would be told them")
        }
    }

    /// Any category, as long as it is one: apps may have their own.
    static func category(_ category: CategoryID?) throws {
        try identifier(category?.rawValue, "category", atMost: 64)
    }

    static func origin(_ origin: Origin) throws {
        try text(origin.agent, "origin.agent", atMost: APILimits.title)
        try text(origin.host, "origin.host", atMost: APILimits.title)
        try text(origin.project, "origin.project", atMost: APILimits.title)
        try text(origin.folder, "origin.folder")
    }

    /// What a device gives as the address of one of its apps or activities. Never printed, also when it is wrong.
    static func token(_ token: DeviceToken, on platform: Platform) throws {
        guard platform == .ios || platform == .macos else { return }
        guard let bytes = Hex.decode(token.text), !bytes.isEmpty else {
            throw APIError(.invalidRequest, "token: the bytes of an APNs token in hexadecimal expected.")
        }
    }

    static func seconds(_ seconds: Int, in range: ClosedRange<Int>) throws {
        guard range.contains(seconds) else {
            throw APIError(
                .invalidRequest, "expires_in: \(seconds); takes \(range.lowerBound) to \(range.upperBound) seconds")
        }
    }

    /// In minutes.
    static let standardSnooze = 15

    /// How long a snooze lasts.
    static func minutes(of request: SnoozeRequest) throws -> Int {
        let minutes = request.minutes ?? standardSnooze
        let range = APILimits.snoozeMinutes
        guard range.contains(minutes) else {
            throw APIError(
                .invalidRequest, "minutes: \(minutes); takes \(range.lowerBound) to \(range.upperBound)")
        }
        return minutes
    }
}
