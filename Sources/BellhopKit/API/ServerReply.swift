import BellhopModel

/// What one request came to.
enum ServerReply<Value: Sendable>: Sendable {
    case value(Value)
    /// Bellhop said no. The same request will not succeed later.
    case refused(Refusal)
    /// Nothing is known: no response, one that is not Bellhop's, or a fault that passes. To be sent again.
    case unavailable(Unavailability)

    /// Whether it is certainly Bellhop that has spoken.
    var isFromServer: Bool {
        if case .unavailable = self { false } else { true }
    }
}

/// Why the server will not do it.
struct Refusal: Hashable, Sendable {
    var status: Int
    /// `nil` for a code that this version does not know.
    var code: APIErrorCode?
    /// For the person, in one sentence.
    var message: String
    /// How the ask had ended, when that is why.
    var resolution: Resolution?
}

/// Why nothing is known.
struct Unavailability: Hashable, Sendable {
    /// In one sentence.
    var message: String
    /// Not before this long from now, as the server asked.
    var retryAfter: Duration?
    /// Whether any response came at all.
    var isOffline: Bool

    static func offline(_ message: String) -> Self { Self(message: message, isOffline: true) }
}
