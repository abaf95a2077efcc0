import BellhopModel
import Crypto
import Testing

@testable import BellhopAgents

/// A device whose answers have the server's format.
struct Phone {
    let id = DeviceID(high: 0x0192_F0C4_7B1E_7CC3, low: 0x8D2A_1F0E_5A9B_3C4D)
    let key = P256.Signing.PrivateKey()

    var publicKey: [UInt8] { Array(key.publicKey.x963Representation) }

    static let askID = AskID(high: 0x0192_F0C4_7B1E_7000, low: 0x8000_0000_0000_0001)
    static let created = Timestamp(milliseconds: 1_800_000_000_000)
    static let deadline = created + .seconds(570)

    /// The pending ask with `content`.
    static func pending(_ content: AskRequest.Content) -> Ask {
        Ask(
            id: askID, userID: "anna", sessionID: "s-1", category: CategoryID("APPROVAL_REQUEST"), request: content,
            createdAt: created, deadline: deadline)
    }

    /// The ask with `content`, answered on this phone.
    ///
    /// - Parameters:
    ///   - state: the state that the server reports; by default that of the answer.
    ///   - signing: the signed answer; by default the given one.
    func answered(
        _ content: AskRequest.Content, with answer: Answer, state: AskState? = nil, signing: Answer? = nil,
        digest: String? = nil, at moment: Timestamp = created + .seconds(12)
    ) throws -> Ask {
        let statement = AnswerStatement(
            askID: Self.askID, inputDigest: digest ?? content.inputDigest, deadline: Self.deadline, deviceID: id,
            answer: signing ?? answer)
        let signature = try key.signature(for: Array(try statement.text.utf8))
        var ask = Self.pending(content)
        ask.resolution = Resolution(
            state: state ?? answer.state, at: moment,
            answer: SignedAnswer(
                answer: answer, deviceID: id, deviceName: "Anna's iPhone",
                signature: Base64.encode(signature.rawRepresentation)))
        return ask
    }
}

extension Phone {
    /// This phone's answer to `content`, verified.
    func verified(_ content: AskRequest.Content, _ answer: Answer) throws -> VerifiedAnswer {
        let ask = try answered(content, with: answer)
        let verdict = AnswerVerification(keys: [id: publicKey]).verify(ask, askedAbout: content.inputDigest)
        guard case .verified(let verified) = verdict else { throw NotVerified(verdict: verdict) }
        return verified
    }

    struct NotVerified: Error { let verdict: AnswerVerification.Result }
}

/// Conversions between lines and text.
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
