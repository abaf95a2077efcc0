import BellhopModel

/// The result of one request to the server.
enum ServerReply<Value: Sendable>: Sendable {
    case value(Value)
    /// Bellhop refused. The same request will not succeed later.
    case refused(Refusal)
    /// No response, a response that is not Bellhop's, or a transient fault. The request must be sent again.
    case unavailable(Unavailability)

    /// `true` when the response certainly came from Bellhop.
    var isFromServer: Bool {
        if case .unavailable = self { false } else { true }
    }
}

/// The reason of a refusal.
struct Refusal: Hashable, Sendable {
    var status: Int
    /// `nil` for a code that this version does not know.
    var code: APIErrorCode?
    /// One sentence for the person.
    var message: String
    /// The ask's outcome, when that is the reason.
    var resolution: Resolution?
}

/// The reason why there is no result.
struct Unavailability: Hashable, Sendable {
    /// One sentence.
    var message: String
    /// The delay that the server asked for.
    var retryAfter: Duration?
    /// `true` when there was no response at all.
    var isOffline: Bool

    static func offline(_ message: String) -> Self { Self(message: message, isOffline: true) }
}

/// Reads responses, and distinguishes Bellhop's from those of proxies and captive portals.
///
/// A captive portal answers 200 to everything, and a proxy answers 401 and 403 in its own name. Neither may pass for a
/// receipt or for a revoked key, so only a body that Bellhop writes counts; everything else is treated as no network.
enum ServerReplyReader {
    static func reply<Value>(to response: APIResponse, as read: ([UInt8]) throws -> Value) -> ServerReply<Value> {
        if (200..<300).contains(response.status) {
            guard let value = try? read(response.body) else { return .unavailable(foreign(response)) }
            return .value(value)
        }
        guard let body = try? CanonicalJSON.decode(ErrorBody.self, from: response.body) else {
            return .unavailable(foreign(response))
        }
        if isTransient(response.status) {
            return .unavailable(
                Unavailability(message: body.error.message, retryAfter: retryAfter(response), isOffline: false))
        }
        return .refused(
            Refusal(
                status: response.status, code: APIErrorCode(rawValue: body.error.code), message: body.error.message,
                resolution: body.error.resolution))
    }

    /// 408 and 425 come from proxies; the rest as in ``APIErrorCode/isRetryable``, for codes of later versions too.
    private static func isTransient(_ status: Int) -> Bool { [408, 425, 429].contains(status) || status >= 500 }

    private static func foreign(_ response: APIResponse) -> Unavailability {
        Unavailability(
            message: Strings.current.serverForeign(status: response.status), retryAfter: retryAfter(response),
            isOffline: false)
    }

    /// `Retry-After` in seconds (RFC 9110 §10.2.3), at most an hour, because any proxy may have sent it. Bellhop does not
    /// send the form with a date.
    private static func retryAfter(_ response: APIResponse) -> Duration? {
        guard let text = response.headers["retry-after"], let seconds = Int64(text), seconds >= 0 else { return nil }
        return .seconds(min(seconds, 3600))
    }

    /// An ``APIError`` whose code may be one of a later version.
    private struct ErrorBody: Decodable {
        struct Content: Decodable {
            var code: String
            var message: String
            var resolution: Resolution?
        }
        var error: Content
    }
}
