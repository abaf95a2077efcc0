import NIOCore
import NIOSSL

/// APNs over swift-nio-http2 and TLS 1.2 or newer (Apple, Establishing a connection to APNs).
struct HTTP2Transport: APNsTransport {
    private let tls: NIOSSLContext
    private let connectDeadline: TimeAmount

    /// - Throws: ``APNsConfigurationError/unreadableTrustRoots``, or `NIOSSLError` when TLS cannot be set up at all.
    init(trustRoots: APNsConfiguration.TrustRoots, connectDeadline: TimeAmount) throws {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        tls.applicationProtocols = ["h2"]
        if case .pem(let text) = trustRoots {
            guard let certificates = try? NIOSSLCertificate.fromPEMBytes(Array(text.utf8)), !certificates.isEmpty else {
                throw APNsConfigurationError.unreadableTrustRoots
            }
            tls.trustRoots = .certificates(certificates)
        }
        self.tls = try NIOSSLContext(configuration: tls)
        self.connectDeadline = connectDeadline
    }

    func connect(
        to endpoint: APNsEndpoint, on eventLoop: any EventLoop, report: @escaping (ConnectionEvent) -> Void
    ) -> any APNsConnection {
        let connection = HTTP2Connection(endpoint: endpoint, on: eventLoop, report: report)
        connection.connect(tls: tls, deadline: connectDeadline)
        return connection
    }
}
