import BellhopModel
import Crypto

/// A device that answers asks, as the server would hand its answers on.
struct Phone {
    let id = DeviceID(high: 0x0192_F0C4_7B1E_7CC3, low: 0x8D2A_1F0E_5A9B_3C4D)
    let key = P256.Signing.PrivateKey()

    var publicKey: [UInt8] { Array(key.publicKey.x963Representation) }

    static let askID = AskID(high: 0x0192_F0C4_7B1E_7000, low: 0x8000_0000_0000_0001)
    static let created = Timestamp(milliseconds: 1_800_000_000_000)
    static let deadline = created + .seconds(570)

    /// The ask about `content`, still open.
    static func pending(_ content: AskRequest.Content) -> Ask {
        Ask(
            id: askID, userID: "anna", sessionID: "s-1", category: CategoryID("APPROVAL_REQUEST"), request: content,
            createdAt: created, deadline: deadline)
    }

    /// The ask about `content`, answered on this phone.
    ///
    /// - Parameters:
    ///   - state: what the server says it is; by default what the answer leads to.
    ///   - signing: the answer that the signature is made for; by default the one that is given.
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
