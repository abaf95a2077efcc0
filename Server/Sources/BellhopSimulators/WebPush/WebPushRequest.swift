import BellhopModel
import NIOHTTP1

/// A complete request.
struct WebPushRequest: Sendable {
    var method: String
    var path: String
    /// The fields by lower-case name. A repeated field has its values joined with a comma.
    var fields: [String: String]
    var body: [UInt8]

    init(_ head: HTTPRequestHead, body: [UInt8]) {
        method = head.method.rawValue
        path = head.uri
        fields = Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
        self.body = body
    }
}

/// The response to the application server.
struct SimulatedWebPushResponse: Sendable {
    var status: Int
    var location: String?
    var retryAfter: String?
    var body = ""

    init(status: Int, location: String?) {
        self.status = status
        self.location = location
    }

    init(_ refusal: WebPushRefusal) {
        status = refusal.status
        location = refusal.location
        retryAfter = refusal.retryAfter
        body = refusal.body
    }

    var onStream: StreamResponse {
        var headers = HTTPHeaders([("content-length", String(body.utf8.count))])
        if let location { headers.add(name: "location", value: location) }
        if let retryAfter { headers.add(name: "retry-after", value: retryAfter) }
        let head = HTTPResponseHead(version: .http2, status: .init(statusCode: status), headers: headers)
        return StreamResponse(head: head, body: Array(body.utf8))
    }
}
