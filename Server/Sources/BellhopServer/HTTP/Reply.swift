import BellhopModel
import HTTPTypes
import Hummingbird
import NIOCore

/// The reply of a handler: a status and a body, JSON unless `Content-Type` differs.
struct Reply: Sendable {
    var status: Int
    var body: [UInt8]
    var fields: HTTPFields = [:]
    /// `true` when the pipeline must not store an idempotency record: the work's transaction has stored it, or the reply
    /// must not be repeated.
    var isKept = false
    /// The body for repetitions, without secrets that are shown once; the same body unless set.
    var bodyToKeep: [UInt8]?

    static func json(_ value: some Encodable, status: Int = 200) throws -> Reply {
        if value is EmptyBody { return .noContent }
        return Reply(status: status, body: try CanonicalJSON.encode(value))
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
        // Confirms the requested close (RFC 9112 §9.6), so that the client sends no further request.
        if request.headers[.connection]?.lowercased() == "close" { fields[.connection] = "close" }
        if !body.isEmpty { fields[.contentType] = fields[.contentType] ?? "application/json; charset=utf-8" }
        fields[.cacheControl] = fields[.cacheControl] ?? "no-store"
        // A reply to HEAD ends with its header (RFC 9110 §9.3.2); a body would be read as the next reply.
        let isHead = request.method == .head
        if isHead, status != 304 { fields[.contentLength] = String(body.count) }
        return Response(
            status: .init(code: status), headers: fields,
            body: isHead ? .init() : .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}

extension HTTPField.Name {
    static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
    static let idempotencyReplayed = HTTPField.Name("Idempotency-Replayed")!
}
