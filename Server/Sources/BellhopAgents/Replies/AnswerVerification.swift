public import BellhopModel
import Crypto

/// Verifies on the asking side that a known device answered, and that it answered about this input.
///
/// The server verifies the same. The second verification prevents a compromised server from turning a Deny into an Approve, or
/// from replaying an old approval of the same input: the server chooses an ask's id and deadline, but its digest is made with a
/// nonce of the asking side (``AskNonce``).
public struct AnswerVerification: Hashable, Sendable {
    let keys: [DeviceID: [UInt8]]

    /// - Parameter keys: the devices' P-256 public keys: 65 bytes each, uncompressed points (SEC 1 §2.3.3).
    public init(keys: [DeviceID: [UInt8]]) { self.keys = keys }

    /// - Parameters:
    ///   - ask: as the server returns it.
    ///   - inputDigest: the digest of the input that was asked about, from the asking side and not from the server's response.
    public func verify(_ ask: Ask, askedAbout inputDigest: String) -> Result {
        guard let resolution = ask.resolution, let signed = resolution.answer else {
            return .refused(.noAnswer(ask.state))
        }
        guard ask.request.inputDigest == inputDigest else { return .refused(.otherInput) }
        guard resolution.state == signed.answer.state else { return .refused(.contradiction) }
        guard resolution.at < ask.deadline else { return .refused(.late) }
        guard let key = keys[signed.deviceID] else { return .refused(.unknownDevice(signed.deviceID)) }
        let statement = AnswerStatement(
            askID: ask.id, inputDigest: inputDigest, deadline: ask.deadline, deviceID: signed.deviceID,
            answer: signed.answer)
        guard Self.isSigned(statement, by: key, signed.signature) else { return .refused(.badSignature) }
        return .verified(
            VerifiedAnswer(
                askID: ask.id, inputDigest: inputDigest, answer: signed.answer, deviceID: signed.deviceID,
                deviceName: signed.deviceName))
    }

    static func isSigned(_ statement: AnswerStatement, by key: [UInt8], _ signature: String) -> Bool {
        guard let publicKey = try? P256.Signing.PublicKey(x963Representation: key),
            let bytes = Base64.decode(signature),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: bytes),
            let text = try? statement.text
        else { return false }
        return publicKey.isValidSignature(signature, for: Array(text.utf8))
    }
}

extension AnswerVerification {
    public enum Result: Hashable, Sendable {
        case verified(VerifiedAnswer)
        case refused(Refusal)
    }

    /// The reason why an answer does not count.
    public enum Refusal: Hashable, Sendable, CustomStringConvertible {
        /// The ask is pending, or ended without an answer.
        case noAnswer(AskState)
        /// The ask is about another input.
        case otherInput
        /// The ask's state does not match its answer.
        case contradiction
        /// The answer was given at or after the deadline.
        case late
        case unknownDevice(DeviceID)
        /// The device keeps its signing key in a file, and the server does not simulate.
        case keyInFile(DeviceID)
        case badSignature

        /// One line, for standard error.
        public var description: String {
            switch self {
            case .noAnswer(let state): "the ask is \(state.rawValue): there is no answer to pass on"
            case .otherInput: "the input of the server's ask differs from the input that was sent"
            case .contradiction: "the ask's state contradicts its answer"
            case .late: "the answer was given after the deadline"
            case .unknownDevice(let id):
                """
                the answer is signed by device \(id), which is not trusted here: it is not \
                pinned, and no pinned device has confirmed it
                """
            case .keyInFile(let id):
                """
                the answer is signed by device \(id), which keeps its signing key in a file; that counts only with \
                `bellhop serve --simulate`
                """
            case .badSignature: "the answer's signature does not match the device's key"
            }
        }
    }
}

/// An answer whose signature was verified with the key of a known device.
///
/// Only ``AnswerVerification`` creates it.
public struct VerifiedAnswer: Hashable, Sendable {
    public let askID: AskID
    /// The digest of the input that was decided about.
    public let inputDigest: String
    public let answer: Answer
    public let deviceID: DeviceID
    public let deviceName: String

    init(askID: AskID, inputDigest: String, answer: Answer, deviceID: DeviceID, deviceName: String) {
        self.askID = askID
        self.inputDigest = inputDigest
        self.answer = answer
        self.deviceID = deviceID
        self.deviceName = deviceName
    }
}

/// The end of an ask for the program that made it.
public enum AskEnding: Hashable, Sendable {
    case answered(VerifiedAnswer)
    /// The reason why there is no answer, in one sentence.
    case failed(String)
    /// The program withdrew it.
    case withdrawn
}
