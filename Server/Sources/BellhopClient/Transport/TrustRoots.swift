import NIOSSL

/// Which certificate authorities are believed besides the system's.
struct TrustRoots: Sendable {
    let configuration: TLSConfiguration

    /// - Parameter file: of certificates in PEM; `nil` for the system's alone.
    /// - Throws: ``ClientError/badFile(path:reason:)``.
    init(file: String?) throws(ClientError) {
        var configuration = TLSConfiguration.makeClientConfiguration()
        if let file {
            guard let certificates = try? NIOSSLCertificate.fromPEMFile(file), !certificates.isEmpty else {
                throw .badFile(path: file, reason: "no certificates in PEM can be read from it.")
            }
            configuration.additionalTrustRoots = [.certificates(certificates)]
        }
        self.configuration = configuration
    }
}
