/// Why a ``ServiceAccount`` cannot be used, and what to do about it. It repeats no secret.
public enum ServiceAccountError: Error, Sendable, Hashable, CustomStringConvertible {
    case empty
    /// It begins like JSON and is none.
    case cut
    case notJSON
    /// Another kind of file; what it says it is, or looks like.
    case wrongType(String)
    /// A field that is not there.
    case missing(String)
    /// A field that cannot be right.
    case malformed(String)
    case noPrivateKey
    case keyNotPEM
    /// The PEM has a beginning and no end.
    case keyCut
    /// The PEM holds no RSA private key of 2048 bits or more.
    case keyNotRSA
    case keyUnreadable

    public var description: String {
        switch self {
        case .empty: "the service account file is empty: \(Self.again)"
        case .cut: "the service account file is not whole JSON: it was cut or edited; \(Self.again)"
        case .notJSON: "the service account file is not JSON: \(Self.again)"
        case .wrongType("google-services.json"):
            "this is google-services.json, which belongs into the app: \(Self.again)"
        case .wrongType(let type):
            "the file's type is \(type.debugDescription), not \"service_account\": \(Self.again)"
        case .missing(let field): "the service account file has no \(field): \(Self.again)"
        case .malformed(let field): "\(field) in the service account file cannot be right: \(Self.again)"
        case .noPrivateKey: "the service account file has no private_key: \(Self.again)"
        case .keyNotPEM:
            "private_key in the service account file is not PEM, from -----BEGIN PRIVATE KEY----- to "
                + "-----END PRIVATE KEY-----: \(Self.again)"
        case .keyCut: "private_key in the service account file has no end: it was cut; \(Self.again)"
        case .keyNotRSA:
            "private_key in the service account file is no RSA private key of 2048 bits or more: \(Self.again)"
        case .keyUnreadable: "private_key in the service account file cannot be read: it was edited; \(Self.again)"
        }
    }

    private static let again =
        "download a key as JSON from Google Cloud's console under IAM & Admin → Service Accounts → Keys"
}
