import BellhopPush

extension Reason {
    static let invalidArgument = Self(rawValue: "INVALID_ARGUMENT")
    /// `INVALID_ARGUMENT` whose details name the token.
    static let invalidToken = Self(rawValue: "INVALID_TOKEN")
    static let unauthenticated = Self(rawValue: "UNAUTHENTICATED")
    /// The token endpoint answered 200, and nothing that can be used.
    static let unreadableToken = Self(rawValue: "UnreadableAccessToken")
    static let unusableKey = Self(rawValue: "UnusableKey")

    /// A server's word ends up in logs and metrics: no line breaks, no novels.
    init(printable text: String, limit: Int = 64, spaces: Bool = false) {
        self.init(
            rawValue: String(
                text.unicodeScalars.prefix(limit).map { scalar in
                    (0x21...0x7E).contains(scalar.value) || spaces && scalar == " " ? Character(scalar) : "_"
                }))
    }
}
