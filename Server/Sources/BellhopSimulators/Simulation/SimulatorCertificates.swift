import BellhopFoundation
import Crypto
public import NIOSSL
import SwiftASN1
import X509

/// The simulators' certificate authority, and a server certificate signed by it.
///
/// Both are created in memory (ECDSA P-256) for each process. A client that trusts ``trustRoots``, or ``authorityPEM``,
/// verifies a simulator as strictly as the real service: chain, name and ALPN.
public struct SimulatorCertificates: Sendable {
    /// The authority's certificate as PEM, for clients that read a file.
    public let authorityPEM: String
    /// The authority's certificate for `TLSConfiguration.trustRoots = .certificates(…)`.
    public let trustRoots: [NIOSSLCertificate]

    /// The server's certificate.
    let serverPEM: String
    /// The private key of the server's certificate.
    let keyPEM: String

    /// - Parameter names: Additional DNS names of the server besides `localhost`, `127.0.0.1` and `::1`.
    /// - Throws: An error of X.509 or BoringSSL for a name that is invalid in a certificate.
    public init(names: [String] = []) throws {
        let authorityKey = P256.Signing.PrivateKey()
        let serverKey = P256.Signing.PrivateKey()
        let authority = try Self.authority(key: authorityKey)
        let server = try Self.server(names: names, key: serverKey, authority: authority, authorityKey: authorityKey)
        authorityPEM = try authority.serializeAsPEM().pemString
        trustRoots = try NIOSSLCertificate.fromPEMBytes(Array(authorityPEM.utf8))
        serverPEM = try server.serializeAsPEM().pemString
        keyPEM = serverKey.pemRepresentation
    }

    /// The server context for TLS 1.2 or later with only `protocols` (ALPN names, RFC 7301).
    func serverContext(protocols: [String]) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(serverPEM.utf8)).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(keyPEM.utf8), format: .pem)))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = protocols
        return try NIOSSLContext(configuration: configuration)
    }
}

extension SimulatorCertificates {
    // Fixed dates: TLS stacks compare them with the system clock, which may differ from a simulator's injected clock.
    // UTCTime ends in 2049 (RFC 5280 §4.1.2.5).
    private static let notValidBefore = Date(timeIntervalSince1970: 1_577_836_800)
    private static let notValidAfter = Date(timeIntervalSince1970: 2_493_072_000)

    private static func authority(key: P256.Signing.PrivateKey) throws -> Certificate {
        let name = try DistinguishedName { CommonName("Bellhop Simulator CA") }
        return try Certificate(
            version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey), notValidBefore: notValidBefore,
            notValidAfter: notValidAfter, issuer: name, subject: name,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(hash: Certificate.PublicKey(key.publicKey))
            },
            issuerPrivateKey: .init(key))
    }

    private static func server(
        names: [String], key: P256.Signing.PrivateKey, authority: Certificate, authorityKey: P256.Signing.PrivateKey
    ) throws -> Certificate {
        let loopback: [GeneralName] = [
            .dnsName("localhost"),
            .ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1])),
            .ipAddress(ASN1OctetString(contentBytes: [UInt8](repeating: 0, count: 15) + [1])),
        ]
        return try Certificate(
            version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey), notValidBefore: notValidBefore,
            notValidAfter: notValidAfter, issuer: authority.subject,
            subject: DistinguishedName { CommonName("localhost") },
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(loopback + names.map { .dnsName($0) })
                AuthorityKeyIdentifier(keyIdentifier: SubjectKeyIdentifier(hash: authority.publicKey).keyIdentifier)
            },
            issuerPrivateKey: .init(authorityKey))
    }
}
