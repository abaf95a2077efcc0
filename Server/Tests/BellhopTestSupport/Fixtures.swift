public import BellhopModel
import Crypto
import Foundation

/// A paired device: its registration, its API key's record, and the key it signs answers with.
public struct TestPhone: Sendable {
    public var device: Device
    public let key: KeyRecord
    private let signer = P256.Signing.PrivateKey()

    /// - Parameter name: the device's name, which also begins its token, so that pushes can be distinguished.
    public init(
        _ name: String = "iPhone", of user: UserID = "ada", platform: Platform = .ios,
        environment: PushEnvironment = .production, at time: Timestamp = Timestamp(seconds: 1_767_000_000)
    ) {
        let id = DeviceID.make(at: time)
        device = Device(
            id: id, userID: user, name: name, platform: platform, token: Self.token(name, id), environment: environment,
            app: "dev.bellhop.app", publicKey: Array(signer.publicKey.x963Representation), registeredAt: time)
        key = KeyRecord(
            id: .make(at: time), role: .device, userID: user, deviceID: id, label: name, createdAt: time)
    }

    /// The signed answer that the phone would send.
    ///
    /// - Parameter digest: the digest of the input that the person saw; by default the ask's.
    public func answer(_ answer: Answer, to ask: Ask, digest: String? = nil) throws -> AnswerRequest {
        let digest = digest ?? ask.request.inputDigest
        let statement = AnswerStatement(
            askID: ask.id, inputDigest: digest, deadline: ask.deadline, deviceID: device.id, answer: answer)
        let signature = try signer.signature(for: Data(try statement.text.utf8))
        return AnswerRequest(
            answer: answer, inputDigest: digest, signature: Base64.encode(signature.rawRepresentation))
    }

    private static func token(_ name: String, _ id: DeviceID) -> DeviceToken {
        let text = Hex.encode(name.utf8) + id.description.filter { $0 != "-" }
        guard let token = DeviceToken(text) else { preconditionFailure("hex digits are a token") }
        return token
    }
}

extension AskRequest {
    /// An ask for the approval of a command.
    public static func approval(
        _ input: String = "rm -rf build", title: String = "Run a command", session: SessionID? = "session-1",
        expiresIn seconds: Int = 300
    ) -> AskRequest {
        AskRequest(
            content: Content(
                title: title, body: input, toolName: "Bash", input: input, inputDigest: digest(input),
                origin: Origin(agent: "claude", host: "laptop", project: "bellhop")),
            sessionID: session, expiresIn: seconds)
    }

    /// An ask with questions.
    public static func question(_ questions: Question..., expiresIn seconds: Int = 300) -> AskRequest {
        let input = questions.map(\.text).joined(separator: "\n")
        return AskRequest(
            content: Content(
                title: "A question", body: input, input: input, inputDigest: digest(input), questions: questions),
            sessionID: "session-1", expiresIn: seconds)
    }

    /// The `input_digest` in lower-case hex.
    public static func digest(_ input: String, nonce: String? = nil) -> String {
        InputDigest.hex(of: input, nonce: nonce) { Array(SHA256.hash(data: $0)) }
    }

    /// The same ask with a digest bound to a nonce.
    public func bound(to nonce: String) -> AskRequest {
        var request = self
        request.content.nonce = nonce
        request.content.inputDigest = Self.digest(content.input, nonce: nonce)
        return request
    }
}

extension KeyRecord {
    /// The record of an agent's key.
    public static func agent(of user: UserID = "ada") -> KeyRecord { key(.agent, of: user) }

    /// The record of an admin's key.
    public static func admin(of user: UserID = "ada") -> KeyRecord { key(.admin, of: user) }

    private static func key(_ role: Role, of user: UserID) -> KeyRecord {
        let time = Timestamp(seconds: 1_767_000_000)
        return KeyRecord(id: .make(at: time), role: role, userID: user, label: role.rawValue, createdAt: time)
    }
}
