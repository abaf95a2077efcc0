/// Where a device keeps its signing key, as the device itself says: a label for people and configuration, not a proof.
public enum KeyStorage: String, Codable, Hashable, Sendable, CaseIterable {
    case secureEnclave = "secure_enclave"
    case keychain
    /// A file that every program of the same account can read, as that of a simulated phone.
    case file
    case browser
}

extension Device {
    /// Whether the device's answers count.
    public enum Trust: String, Codable, Hashable, Sendable, CaseIterable {
        /// The user's first device, or one that a trusted device has confirmed.
        case trusted
        /// Registered, and not yet confirmed on a trusted device. It receives nothing and answers nothing.
        case waiting
    }
}

/// The consent of a trusted device to another device of the same user: its signed answer to the ask whose input is an
/// ``EnrolmentStatement``.
public struct DeviceEnrolment: Codable, Hashable, Sendable {
    /// An ask for an enrolment has this lifetime, in seconds. A verifier derives from it when the ask was made.
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

/// The input of an enrolment ask: which device, with which signing key, is to answer for which user.
///
/// It carries everything that a verifier needs besides the signature, so that an enrolment fits no other device and no
/// other key. Only the server makes such asks; an agent's ask whose input begins with ``opening`` is refused.
public struct EnrolmentStatement: Hashable, Sendable {
    public static let opening = "bellhop-enrolment/"

    public let userID: UserID
    public let deviceID: DeviceID
    /// 65 bytes, uncompressed point (SEC 1 §2.3.3).
    public let publicKey: [UInt8]

    public init(userID: UserID, deviceID: DeviceID, publicKey: [UInt8]) {
        self.userID = userID
        self.deviceID = deviceID
        self.publicKey = publicKey
    }

    /// The exact text, in UTF-8. Five lines; no field can contain a line break.
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
    /// Whether the ask is about a new device.
    public var isEnrolment: Bool { input.hasPrefix(EnrolmentStatement.opening) }
}

/// A public key as people compare it on two screens: the first 64 bits of its SHA-256, four groups of four hex digits.
public enum KeyFingerprint {
    public static func text(of publicKey: [UInt8], sha256: ([UInt8]) -> [UInt8]) -> String {
        let digits = Array(Hex.encode(sha256(publicKey).prefix(8)))
        return stride(from: 0, to: digits.count, by: 4)
            .map { String(digits[$0..<min($0 + 4, digits.count)]) }
            .joined(separator: " ")
    }
}
