import NIOCore
import NIOSSL

/// How TLS is spoken, and which certificate authorities are believed besides the system's.
struct TrustRoots: Sendable {
    let configuration: TLSConfiguration

    /// - Parameter file: of certificates in PEM; `nil` for the system's alone.
    /// - Throws: ``ClientError/badFile(path:reason:)``.
    init(file: String?) throws(ClientError) {
        var configuration = TLSConfiguration.makeClientConfiguration()
        // Neither side speaks HTTP/2, which has another way to WebSockets (RFC 8441).
        configuration.applicationProtocols = ["http/1.1"]
        // A goodbye is said and none waited for (RFC 8446 §6.1): replies say themselves where they end, and a server that
        // hangs would hold up whoever has given up on it.
        configuration.shutdownTimeout = .zero
        if let file {
            guard let certificates = try? NIOSSLCertificate.fromPEMFile(file), !certificates.isEmpty else {
                throw .badFile(path: file, reason: "no certificates in PEM can be read from it.")
            }
            configuration.additionalTrustRoots = [.certificates(certificates)]
        }
        self.configuration = configuration
    }
}
