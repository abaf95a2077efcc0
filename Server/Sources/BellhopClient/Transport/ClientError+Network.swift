import BellhopModel
import NIOCore
import NIOPosix
import NIOSSL

extension ClientError {
    /// What a network library's error means.
    ///
    /// - Parameter limit: how long the call was allowed to take.
    init(network error: any Error, at address: ServerAddress, limit: Duration) {
        let name = address.description
        switch error {
        case let error as ClientError:
            self = error
        case is TimeLimitExceeded:
            self = .timedOut(address: name, after: limit)
        case let error as NIOConnectionError:
            self = .cannotConnect(address: name, reason: Self.reason(error))
        case let error as IOError where Self.unsent.contains(error.errnoCode):
            self = .cannotConnect(address: name, reason: Self.reason(error))
        case ChannelError.connectTimeout:
            self = .cannotConnect(address: name, reason: "no reply")
        case is SocketAddressError:
            self = .cannotConnect(address: name, reason: Self.line(error))
        case BrokenExchange.closedByServer, ChannelError.eof, ChannelError.ioOnClosedChannel:
            self = .connectionLost(address: name, reason: "closed by the server")
        case BrokenExchange.replyTooLong:
            self = .connectionLost(address: name, reason: "its reply is too long")
        case is TLSHandshake.NoAnswer:
            self = .untrusted(address: name, reason: "it does not answer TLS")
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
            self = .untrusted(address: name, reason: Self.handshake(error))
        default:
            self = .connectionLost(address: name, reason: Self.line(error))
        }
    }

    /// Errors of `connect(2)`: not a byte has left.
    private static let unsent: Set<CInt> = [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ETIMEDOUT, EADDRNOTAVAIL]

    private static func reason(_ error: NIOConnectionError) -> String {
        if let first = error.connectionErrors.first {
            return (first.error as? IOError).map { reason($0) } ?? line(first.error)
        }
        return error.dnsAError == nil && error.dnsAAAAError == nil ? "no reply" : "no such host"
    }

    private static func reason(_ error: IOError) -> String {
        switch error.errnoCode {
        case ECONNREFUSED: "connection refused"
        case EHOSTUNREACH, ENETUNREACH: "no route to it"
        case ETIMEDOUT: "no reply"
        default: line(error)
        }
    }

    /// What usually goes wrong, in words: those of the TLS library name its source files.
    private static func handshake(_ error: any Error) -> String {
        let text = "\(error)"
        if text.contains("WRONG_VERSION_NUMBER") { return "it does not answer TLS" }
        if text.contains("CERTIFICATE_VERIFY_FAILED") { return "nobody known here vouches for its certificate" }
        return ShownText.line(text)
    }

    private static func line(_ error: any Error) -> String { ShownText.line("\(error)") }
}
