import BellhopModel

/// Reads responses, and tells Bellhop's from those of whatever stands in between.
///
/// A hotel's sign-in page answers 200 to everything, and a proxy answers 401 and 403 in its own name. Neither may pass
/// for a receipt or for a revoked key, so only a body that Bellhop writes counts; all else is as good as no network.
enum ServerReplyReader {
    static func reply<Value>(to response: APIResponse, as read: ([UInt8]) throws -> Value) -> ServerReply<Value> {
        if (200..<300).contains(response.status) {
            guard let value = try? read(response.body) else { return .unavailable(foreign(response)) }
            return .value(value)
        }
        guard let body = try? CanonicalJSON.decode(ErrorBody.self, from: response.body) else {
            return .unavailable(foreign(response))
        }
        if isPassing(response.status) {
            return .unavailable(
                Unavailability(message: body.error.message, retryAfter: retryAfter(response), isOffline: false))
        }
        return .refused(
            Refusal(
                status: response.status, code: APIErrorCode(rawValue: body.error.code), message: body.error.message,
                resolution: body.error.resolution))
    }

    /// 408 and 425 are a proxy's; the rest as in ``APIErrorCode/isRetryable``, for codes of later versions too.
    private static func isPassing(_ status: Int) -> Bool { [408, 425, 429].contains(status) || status >= 500 }

    private static func foreign(_ response: APIResponse) -> Unavailability {
        Unavailability(
            message: Strings.current.serverForeign(status: response.status), retryAfter: retryAfter(response),
            isOffline: false)
    }

    /// In seconds (RFC 9110 §10.2.3). The other form, a date, Bellhop does not send. An hour at most: the value is
    /// the word of whoever answered.
    private static func retryAfter(_ response: APIResponse) -> Duration? {
        guard let text = response.headers["retry-after"], let seconds = Int64(text), seconds >= 0 else { return nil }
        return .seconds(min(seconds, 3600))
    }

    /// ``APIError`` read so that a code of a later version does not make the whole unreadable.
    private struct ErrorBody: Decodable {
        struct Content: Decodable {
            var code: String
            var message: String
            var resolution: Resolution?
        }
        var error: Content
    }
}
