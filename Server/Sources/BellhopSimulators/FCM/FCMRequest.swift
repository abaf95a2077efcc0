import BellhopModel
import NIOHTTP1

/// A complete request.
struct FCMRequest: Sendable {
    enum Target: Sendable, Hashable {
        case token
        /// A send request of a project.
        case send(project: String)
        case elsewhere
    }

    var method: String
    var path: String
    /// `:authority`: host and port as the client sent them.
    var host: String
    var authorization: String?
    var contentType: String?
    var body: [UInt8]

    var target: Target {
        if path == "/token" { return .token }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[1] == "v1", parts[2] == "projects", !parts[3].isEmpty, parts[4] == "messages:send"
        else { return .elsewhere }
        return .send(project: String(parts[3]))
    }

    /// The fields of a form (URL Standard, application/x-www-form-urlencoded). Malformed pairs are ignored.
    var form: [String: String] {
        var fields: [String: String] = [:]
        for pair in String(decoding: body, as: UTF8.self).split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = Self.decode(parts[0]), let value = Self.decode(parts[1]) else {
                continue
            }
            fields[name] = value
        }
        return fields
    }

    private static func decode(_ text: Substring) -> String? {
        PercentEncoding.decode(Substring(text.replacing("+", with: " ")))
    }
}

extension FCMRequest {
    init(_ head: HTTPRequestHead, body: [UInt8]) {
        method = head.method.rawValue
        path = head.uri
        host = head.headers.first(name: "host") ?? ""
        authorization = head.headers.first(name: "authorization")
        contentType = head.headers.first(name: "content-type")
        self.body = body
    }
}

/// The response to the provider.
struct SimulatedFCMResponse: Sendable {
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

    /// - Parameter now: The value of the `date` field, from which a client can detect that its clock is wrong.
    func onStream(at now: Timestamp) -> StreamResponse {
        // Response bodies consist of strings and numbers, whose encoding cannot fail.
        let body = (try? CanonicalJSON.encode(body)) ?? []
        var headers = HTTPHeaders([
            ("content-type", "application/json; charset=UTF-8"), ("content-length", String(body.count)),
            ("date", now.httpDate),
        ])
        if let retryAfter { headers.add(name: "retry-after", value: String(retryAfter.components.seconds)) }
        let head = HTTPResponseHead(version: .http2, status: .init(statusCode: status), headers: headers)
        return StreamResponse(head: head, body: body)
    }
}

/// A scripted fault of a valid request, queued with
public enum FCMFault: Sendable, Hashable {
    /// The request is refused with this response.
    case refuse(FCMRefusal)
    /// The TCP connection ends, without GOAWAY and without TLS close_notify.
    case cutConnection(FaultHandling)
    /// The request is processed immediately, and the response is sent by ``FCMSimulator/release()``.
    case hold
    /// No response is sent; the stream remains open.
    case stall(FaultHandling)
}

extension FCMFault {
    /// True if the message is delivered despite the fault.
    var delivers: Bool {
        switch self {
        case .refuse: false
        case .cutConnection(let handling), .stall(let handling): handling == .processed
        case .hold: true
        }
    }
}

typealias FCMScriptedResponse = ScriptedResponse<SimulatedFCMResponse, FCMFault>
