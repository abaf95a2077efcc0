/// The storage of a device's signing key, as reported by the device. Informative only, not a proof.
public enum KeyStorage: String, Codable, Hashable, Sendable, CaseIterable {
    case secureEnclave = "secure_enclave"
    case keychain
    /// A file that is readable by all programs of the same account, as for a simulated phone.
    case file
    case browser
}

extension Device {
    /// The trust of the server in a device, whose answers it accepts only when trusted.
    public enum Trust: String, Codable, Hashable, Sendable, CaseIterable {
        /// The user's first device, or a device that a trusted device has approved.
        case trusted
        /// Registered, but not yet approved by a trusted device. It receives no pushes and cannot answer.
        case waiting
    }
}

/// A trusted device's signed approval of another device of the same user: its answer to the ask whose input is an
/// ``EnrolmentStatement``.
public struct DeviceEnrolment: Codable, Hashable, Sendable {
    /// The lifetime of an enrolment ask, in seconds. A verifier derives the ask's creation time from it.
    public static let lifetime = 86_400

    public var askID: AskID
    public var deadline: Timestamp
    public var answer: SignedAnswer

    public init(askID: AskID, deadline: Timestamp, answer: SignedAnswer) {
        self.askID = askID
        self.deadline = deadline
        self.answer = answer
    }

    enum CodingKeys: String, CodingKey {
        case deadline, answer
        case askID = "ask_id"
    }
}

/// The input of an enrolment ask: the device and signing key that may answer for a user.
///
/// It contains everything that a verifier needs besides the signature, so that an enrolment is valid for one device and
/// one key only. Only the server creates these asks; it refuses an agent's ask whose input begins with ``opening``.
public struct EnrolmentStatement: Hashable, Sendable {
    public static let opening = "bellhop-enrolment/"

    public let userID: UserID
    public let deviceID: DeviceID
    /// The signing key: 65 bytes, uncompressed point (SEC 1 §2.3.3).
    public let publicKey: [UInt8]

    public init(userID: UserID, deviceID: DeviceID, publicKey: [UInt8]) {
        self.userID = userID
        self.deviceID = deviceID
        self.publicKey = publicKey
    }

    /// The exact text, in UTF-8, of five lines. No field can contain a line break.
    public func text(sha256: ([UInt8]) -> [UInt8]) -> String {
        """
        \(Self.opening)1
        user \(userID)
        device \(deviceID)
        key \(Base64.encode(publicKey))
        fingerprint \(KeyFingerprint.text(of: publicKey, sha256: sha256))
        """
    }
}

extension AskRequest.Content {
    /// `true` if the ask is about the enrolment of a device.
    public var isEnrolment: Bool { input.hasPrefix(EnrolmentStatement.opening) }
}

/// A short form of a public key for comparing two screens: the first 64 bits of its SHA-256 as four groups of four hex
/// digits.
public enum KeyFingerprint {
    public static func text(of publicKey: [UInt8], sha256: ([UInt8]) -> [UInt8]) -> String {
        let digits = Array(Hex.encode(sha256(publicKey).prefix(8)))
        return stride(from: 0, to: digits.count, by: 4)
            .map { String(digits[$0..<min($0 + 4, digits.count)]) }
            .joined(separator: " ")
    }
}
