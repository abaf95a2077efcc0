public import BellhopModel
import NIOCore
import NIOSSL
import Synchronization

/// A certificate with its chain and its private key.
public struct ServerCertificate: Sendable {
    /// The DNS names and IP addresses for which it is valid, in its order; names may be wildcards (`*.example.com`).
    public let names: [String]
    /// The time after which clients reject it.
    public let expiresAt: Timestamp
    fileprivate let context: NIOSSLContext

    /// - Parameters:
    ///   - chain: PEM: the server's certificate, then those between it and the certificate authority (RFC 8446
    ///     §4.4.2).
    ///   - key: PEM: the certificate's private key, without a password.
    /// - Throws: ``ServerCertificateProblem``.
    public init(chain: [UInt8], key: [UInt8]) throws(ServerCertificateProblem) {
        guard let certificates = try? NIOSSLCertificate.fromPEMBytes(chain), let own = certificates.first else {
            throw .unreadableChain
        }
        // BoringSSL would ask for a password on the terminal.
        let noPassword: NIOSSLPassphraseCallback<[UInt8]> = { $0([]) }
        guard let privateKey = try? NIOSSLPrivateKey(bytes: key, format: .pem, passphraseCallback: noPassword) else {
            throw .unreadableKey
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        do {
            context = try NIOSSLContext(configuration: configuration)
        } catch {
            throw .foreignKey
        }
        names = own._subjectAlternativeNames().compactMap(Self.text)
        expiresAt = Timestamp(seconds: Int64(own.notValidAfter))
    }

    private static func text(of name: _SubjectAlternativeName) -> String? {
        let bytes = Array(name.contents)
        switch name.nameType {
        case .dnsName: return String(validating: bytes, as: UTF8.self)?.lowercased()
        case .ipAddress:
            return (try? SocketAddress(packedIPAddress: ByteBuffer(bytes: bytes), port: 0))?.ipAddress
        default: return nil
        }
    }
}

/// Why files are not a server's certificate and key; the description is the end of a sentence about them.
public enum ServerCertificateProblem: Error, Hashable, Sendable {
    /// The first file has no certificate.
    case unreadableChain
    /// The second file has no private key, or one with a password.
    case unreadableKey
    /// The key belongs to another certificate.
    case foreignKey
}

/// TLS of a server's connections. Its certificate can be replaced while the server runs; open connections keep theirs.
public final class ServerTLS: Sendable {
    private let current: Mutex<ServerCertificate>

    public init(_ certificate: ServerCertificate) { current = Mutex(certificate) }

    /// The certificate of new connections.
    public var certificate: ServerCertificate { current.withLock { $0 } }

    public func replaceCertificate(with other: ServerCertificate) { current.withLock { $0 = other } }

    /// Adds handlers in front of all others.
    func encrypt(_ channel: any Channel) throws {
        let handlers: [any ChannelHandler] = [
            PlainTextRefusal(), NIOSSLServerHandler(context: certificate.context),
        ]
        try channel.pipeline.syncOperations.addHandlers(handlers, position: .first)
    }
}

/// Tells a client that speaks plain HTTP to use HTTPS.
private final class PlainTextRefusal: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let reply = ByteBuffer(
        string: """
            HTTP/1.1 400 Bad Request\r
            content-type: text/plain; charset=utf-8\r
            content-length: 63\r
            connection: close\r
            \r
            This port accepts only HTTPS: begin the address with https://.

            """)
    /// The type of a TLS record with a handshake message (RFC 8446 §5.1).
    private static let handshake: UInt8 = 22

    private var hasRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasRefused else { return }
        if unwrapInboundIn(data).readableBytesView.first == Self.handshake {
            context.fireChannelRead(data)
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
        } else {
            hasRefused = true
            context.writeAndFlush(wrapOutboundOut(Self.reply), promise: nil)
            context.close(promise: nil)
        }
    }
}
