import BellhopModel
import Testing

@testable import BellhopAgents

extension Phone {
    /// The answer of this phone to `content`, verified as a waiting side does.
    func verified(_ content: AskRequest.Content, _ answer: Answer) throws -> VerifiedAnswer {
        let ask = try answered(content, with: answer)
        let verdict = AnswerVerification(keys: [id: publicKey]).verify(ask, askedAbout: content.inputDigest)
        guard case .verified(let verified) = verdict else { throw NotVerified(verdict: verdict) }
        return verified
    }

    struct NotVerified: Error { let verdict: AnswerVerification.Result }
}

/// Lines as tests write and read them.
enum Line {
    static func bytes(_ json: JSONValue) throws -> [UInt8] { try CanonicalJSON.encode(json) + [UInt8(ascii: "\n")] }

    static func json(_ bytes: [UInt8]) throws -> JSONValue { try CanonicalJSON.decode(JSONValue.self, from: bytes) }

    static func request(_ id: JSONValue, _ method: String, _ params: JSONValue = [:], isMarked: Bool = true) throws
        -> [UInt8]
    {
        var fields: [String: JSONValue] = ["id": id, "method": .string(method), "params": params]
        if isMarked { fields["jsonrpc"] = "2.0" }
        return try bytes(.object(fields))
    }

    static func notification(_ method: String, _ params: JSONValue) throws -> [UInt8] {
        try bytes(["jsonrpc": "2.0", "method": .string(method), "params": params])
    }

    static func response(_ id: JSONValue, _ result: JSONValue) throws -> [UInt8] {
        try bytes(["jsonrpc": "2.0", "id": id, "result": result])
    }
}
