import BellhopFoundation
public import BellhopModel
import Crypto

/// The key pair with which a server identifies itself to push services (RFC 8292).
///
/// Browsers bind each subscription to the public key (`applicationServerKey`). With another key pair every subscription
/// is invalid until its browser has subscribed again, so keep the pair.
public struct VAPIDKey: Sendable {
    let signingKey: P256.Signing.PrivateKey

    /// Generates a key pair.
    public init() { signingKey = P256.Signing.PrivateKey() }

    /// Reads the private key from PEM (PKCS #8 or SEC 1), as ``pem`` writes it.
    ///
    /// - Throws: ``VAPIDKeyError``
    public init(pem: Secret) throws(VAPIDKeyError) {
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem.reveal()) else { throw VAPIDKeyError() }
        signingKey = key
    }

    /// The private key as PEM (PKCS #8).
    public var pem: Secret { Secret(signingKey.pemRepresentation) }

    /// The public key: 65 bytes, uncompressed point (RFC 8292 §3.2).
    public var publicKey: [UInt8] { Array(signingKey.publicKey.x963Representation) }

    /// The public key in URL-safe Base64, as `pushManager.subscribe()` takes it for `applicationServerKey`.
    public var applicationServerKey: String { Base64.encodeURLSafe(publicKey) }
}

extension VAPIDKey: CustomStringConvertible, CustomReflectable {
    public var description: String { "VAPID key \(applicationServerKey)" }
    public var customMirror: Mirror {
        Mirror(self, children: ["applicationServerKey": applicationServerKey], displayStyle: .struct)
    }
}

/// A text that is not a P-256 private key in PEM.
public struct VAPIDKeyError: Error, Hashable, Sendable, CustomStringConvertible {
    public init() {}
    public var description: String {
        "it is not a P-256 private key in PEM, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----"
    }
}

/// The address at which operators of push services reach the operator of the server (RFC 8292 §2.1, `sub`).
public struct VAPIDContact: Hashable, Sendable {
    /// `mailto:` with an address, or an `https` URL.
    public let uri: String

    /// Apple refuses contacts that no one could use, such as `mailto:admin@localhost`, with `BadJwtToken`. Other push
    /// services accept them, so all are checked here.
    ///
    /// - Returns: `nil` unless `text` is `mailto:` with an address in a public domain, or an `https` URL of one.
    public init?(_ text: String) {
        guard text.utf8.count <= 256, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C })
        else { return nil }
        let domain: Substring
        if text.lowercased().hasPrefix("mailto:") {
            let parts = text.dropFirst("mailto:".count).split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else { return nil }
            domain = parts[1]
        } else {
            guard let url = URLComponents(string: text), url.scheme == "https", url.user == nil, let host = url.host
            else { return nil }
            domain = host[...]
        }
        guard Self.isPublic(domain) else { return nil }
        uri = text
    }

    private static func isPublic(_ domain: Substring) -> Bool {
        let labels = domain.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, let top = labels.last else { return false }
        let isName = labels.allSatisfy { label in
            !label.isEmpty
                && label.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D }
        }
        // No top-level domain is a number; these are reserved (RFC 6761, RFC 6762).
        return isName && !top.utf8.allSatisfy { (0x30...0x39).contains($0) }
            && !["localhost", "local", "internal", "invalid", "test", "example", "lan", "home"].contains(top)
    }
}
