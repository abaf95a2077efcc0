/// Why an ``APNsCredential`` cannot be used, and what to do about it. It repeats nothing of what was given.
public enum APNsCredentialError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The key has no PEM frame, or no Base64 inside of it.
    case keyNotPEM
    /// The PEM holds something other than a P-256 private key; `label` is what its frame says.
    case keyNotP256(label: String)
    /// A team id is 10 letters and digits; this one has `length` characters, or others among them.
    case teamIDMalformed(length: Int)
    /// A key id is 10 letters and digits; this one has `length` characters, or others among them.
    case keyIDMalformed(length: Int)

    public var description: String {
        switch self {
        case .keyNotPEM:
            "the APNs key is not PEM: give the whole text of the file AuthKey_<key id>.p8 that Apple's developer site "
                + "let you download, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----"
        case .keyNotP256(let label):
            "the APNs key is a PEM of \"\(label)\" without a P-256 private key: make a key with \"Apple Push "
                + "Notifications service\" under Certificates, Identifiers & Profiles → Keys, and give its .p8 file"
        case .teamIDMalformed(let length):
            "the team id is not 10 letters and digits (it has \(length) characters): find it under Membership details "
                + "on Apple's developer site"
        case .keyIDMalformed(let length):
            "the key id is not 10 letters and digits (it has \(length) characters): it is the part of the file's name "
                + "after AuthKey_, also shown under Certificates, Identifiers & Profiles → Keys"
        }
    }
}
