public import BellhopModel
import Crypto
import Foundation

/// A paired device: its registration, its API key's record, and the key it signs answers with.
public struct TestPhone: Sendable {
    public var device: Device
    public let key: KeyRecord
    private let signer = P256.Signing.PrivateKey()

    /// - Parameter name: also the start of its token, so that pushes can be told apart.
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

    /// The answer as the phone would send it: about the input that it saw, signed.
    ///
    /// - Parameter digest: of the input that the person saw; by default the ask's.
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
