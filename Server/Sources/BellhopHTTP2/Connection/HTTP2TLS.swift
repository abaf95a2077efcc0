package import BellhopPush
package import NIOSSL

/// The TLS settings of the clients.
package enum HTTP2TLS {
    /// TLS 1.2 or newer that verifies the server's certificate and name.
    ///
    /// - Parameters:
    ///   - trustRoots: `nil` for the system's.
    ///   - certificates: The client's certificate chain.
    ///   - offersHTTP1: `true` to offer `http/1.1` besides `h2` (ALPN).
    package static func configuration(
        trustRoots: [NIOSSLCertificate]? = nil, certificates: [NIOSSLCertificate] = [],
        privateKey: NIOSSLPrivateKey? = nil, offersHTTP1: Bool = false
    ) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = offersHTTP1 ? ["h2", "http/1.1"] : ["h2"]
        if let trustRoots { configuration.trustRoots = .certificates(trustRoots) }
        configuration.certificateChain = certificates.map { .certificate($0) }
        configuration.privateKey = privateKey.map { .privateKey($0) }
        return configuration
    }

    /// - Throws: ``UnreadableTrustRoots``, or `NIOSSLError` when TLS cannot be set up at all.
    package static func context(trusting roots: GatewayTrustRoots, offersHTTP1: Bool = false) throws -> NIOSSLContext {
        var certificates: [NIOSSLCertificate]?
        if case .pem(let text) = roots {
            certificates = try? NIOSSLCertificate.fromPEMBytes(Array(text.utf8))
            guard certificates?.isEmpty == false else { throw UnreadableTrustRoots() }
        }
        return try NIOSSLContext(configuration: configuration(trustRoots: certificates, offersHTTP1: offersHTTP1))
    }
}

/// Trust roots that are not PEM certificates.
package struct UnreadableTrustRoots: Error {}
