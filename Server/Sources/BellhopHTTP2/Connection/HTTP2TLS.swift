package import NIOSSL

/// The TLS settings of HTTP/2 clients.
package enum HTTP2TLS {
    /// TLS 1.2 or newer that offers only HTTP/2 and verifies the server's certificate and name.
    ///
    /// - Parameters:
    ///   - trustRoots: `nil` for the system's.
    ///   - certificates: The client's certificate chain.
    package static func configuration(
        trustRoots: [NIOSSLCertificate]? = nil, certificates: [NIOSSLCertificate] = [],
        privateKey: NIOSSLPrivateKey? = nil
    ) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["h2"]
        if let trustRoots { configuration.trustRoots = .certificates(trustRoots) }
        configuration.certificateChain = certificates.map { .certificate($0) }
        configuration.privateKey = privateKey.map { .privateKey($0) }
        return configuration
    }
}
