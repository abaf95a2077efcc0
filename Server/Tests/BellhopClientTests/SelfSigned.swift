import Crypto
import Foundation
import NIOSSL
import SwiftASN1
import X509

/// A self-signed certificate, by default for `localhost`.
struct SelfSigned {
    let pem: String
    private let key: P256.Signing.PrivateKey

    init(for subject: GeneralName = .dnsName("localhost")) throws {
        key = P256.Signing.PrivateKey()
        let name = try DistinguishedName { CommonName("Bellhop test") }
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key.publicKey),
            notValidBefore: Date(timeIntervalSince1970: 1_700_000_000),
            notValidAfter: Date(timeIntervalSince1970: 4_000_000_000), issuer: name, subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                SubjectAlternativeNames([subject])
            },
            issuerPrivateKey: .init(key))
        pem = try certificate.serializeAsPEM().pemString
    }

    func serverContext() throws -> NIOSSLContext {
        let configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(pem.utf8)).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.pemRepresentation.utf8), format: .pem)))
        return try NIOSSLContext(configuration: configuration)
    }
}
