import BellhopModel
import HTTPTypes
import Hummingbird
import NIOCore

/// What a route answers: a status and a JSON body.
struct Reply: Sendable {
    var status: Int
    var body: [UInt8]
    var fields: HTTPFields = [:]
    /// The reply's idempotency record is stored already, in the transaction that did the work.
    var isKept = false
    /// The body with its secrets left out, where the first reply shows a secret once. This is what may be kept.
    var bodyToKeep: [UInt8]?

    static func json(_ value: some Encodable, status: Int = 200) throws -> Reply {
        Reply(status: status, body: try CanonicalJSON.encode(value))
    }

    static func repeated(_ status: Int, _ body: [UInt8]) -> Reply {
        Reply(status: status, body: body, fields: [.idempotencyReplayed: "true"], isKept: true)
    }

    static let noContent = Reply(status: 204, body: [])

    static func error(_ error: APIError, retryAfter seconds: Int? = nil) -> Reply {
        var reply = (try? Reply.json(error, status: error.code.status)) ?? Reply(status: error.code.status, body: [])
        if error.code == .unauthorized { reply.fields[.wwwAuthenticate] = "Bearer" }
        if let seconds { reply.fields[.retryAfter] = String(seconds) }
        return reply
    }

    func response(to request: Request) -> Response {
        var fields = fields
        // Who asked for the connection to be closed is told that it will be (RFC 9112 §9.6), and sends nothing more on it.
        if request.headers[.connection]?.lowercased() == "close" { fields[.connection] = "close" }
        if !body.isEmpty { fields[.contentType] = fields[.contentType] ?? "application/json; charset=utf-8" }
        fields[.cacheControl] = fields[.cacheControl] ?? "no-store"
        let response = Response(
            status: .init(code: status), headers: fields, body: .init(byteBuffer: ByteBuffer(bytes: body)))
        // A reply to HEAD ends with its header (RFC 9110 §9.3.2); a body would be read as the next reply.
        return request.method == .head ? response.createHeadResponse() : response
    }
}

extension HTTPField.Name {
    static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
    static let idempotencyReplayed = HTTPField.Name("Idempotency-Replayed")!
}
