import BellhopModel

extension ClientError {
    /// What `reply` says went wrong; `nil` for a status of success.
    init?(_ reply: HTTPReply, from address: ServerAddress) {
        guard !(200..<300).contains(reply.status) else { return nil }
        if let error = try? CanonicalJSON.decode(APIError.self, from: reply.body) {
            self = .refused(error, retryAfter: Self.retryAfter(reply))
            return
        }
        var reason = "no error of Bellhop's"
        if (300..<400).contains(reply.status), let target = reply.headers["location"] {
            // Not followed: the key would go along.
            reason = "it points to \(DisplayText.line(target))"
        } else if let value = try? CanonicalJSON.decode(JSONValue.self, from: reply.body),
            let message = value["error"]?["message"]?.string
        {
            reason = DisplayText.line(message)
        }
        self = .unexpectedReply(address: address.description, status: reply.status, reason: reason)
    }

    /// `Retry-After` in seconds (RFC 9110 §10.2.3). The form with a date is not used by the server.
    private static func retryAfter(_ reply: HTTPReply) -> Duration? {
        reply.headers["retry-after"].flatMap(Int.init).map { .seconds(min(max($0, 0), 86_400)) }
    }
}
