/// An answer with the signature of the device that gave it.
///
/// The server verifies the signature against the device's registered key and passes it on, so that the waiting agent
/// can verify it again.
public struct SignedAnswer: Codable, Hashable, Sendable {
    public var answer: Answer
    public var deviceID: DeviceID
    /// The display name of the device, for "already approved on …". The server sets it; the signature does not cover
    /// it.
    public var deviceName: String
    /// Base64 of the 64-byte ECDSA signature (R‖S) over ``AnswerStatement/text``, P-256 with SHA-256.
    public var signature: String

    public init(answer: Answer, deviceID: DeviceID, deviceName: String, signature: String) {
        self.answer = answer
        self.deviceID = deviceID
        self.deviceName = deviceName
        self.signature = signature
    }

    enum CodingKeys: String, CodingKey {
        case answer, signature
        case deviceID = "device_id"
        case deviceName = "device_name"
    }
}

/// The text that a device signs: ask, input, deadline, device and answer.
public struct AnswerStatement: Hashable, Sendable {
    public let askID: AskID
    public let inputDigest: String
    public let deadline: Timestamp
    public let deviceID: DeviceID
    public let answer: Answer

    public init(askID: AskID, inputDigest: String, deadline: Timestamp, deviceID: DeviceID, answer: Answer) {
        self.askID = askID
        self.inputDigest = inputDigest
        self.deadline = deadline
        self.deviceID = deviceID
        self.answer = answer
    }

    /// The exact text to sign, in UTF-8, of six lines. The last line is the answer as canonical JSON, in which line
    /// breaks are escaped, so that no field can run into the next.
    public var text: String {
        get throws {
            """
            bellhop-answer/1
            ask \(askID)
            input \(inputDigest)
            deadline \(deadline.milliseconds)
            device \(deviceID)
            answer \(try CanonicalJSON.text(answer))
            """
        }
    }
}

/// The body of `POST /v1/asks/{id}/answer`.
public struct AnswerRequest: Codable, Hashable, Sendable {
    public var answer: Answer
    /// The digest of the input that the person saw.
    public var inputDigest: String
    public var signature: String

    public init(answer: Answer, inputDigest: String, signature: String) {
        self.answer = answer
        self.inputDigest = inputDigest
        self.signature = signature
    }

    enum CodingKeys: String, CodingKey {
        case answer, signature
        case inputDigest = "input_digest"
    }
}
