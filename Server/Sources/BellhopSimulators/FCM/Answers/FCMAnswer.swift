import BellhopModel
import NIOHTTP1

/// What goes back to the provider.
struct FCMAnswer: Sendable {
    var status: Int
    var body: JSONValue
    var retryAfter: Duration?

    init(_ body: JSONValue) {
        status = 200
        self.body = body
    }

    init(_ refusal: FCMRefusal) {
        status = refusal.status
        body = refusal.body
        retryAfter = refusal.retryAfter
    }

    /// - Parameter now: for the `date` field, by which a client can tell that its clock is wrong.
    func head(at now: Timestamp, length: Int) -> HTTPResponseHead {
        var headers = HTTPHeaders([
            ("content-type", "application/json; charset=UTF-8"), ("content-length", String(length)),
            ("date", now.httpDate),
        ])
        if let retryAfter { headers.add(name: "retry-after", value: String(retryAfter.components.seconds)) }
        return HTTPResponseHead(version: .http2, status: .init(statusCode: status), headers: headers)
    }
}
