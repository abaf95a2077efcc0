import BellhopModel
import NIOCore
import NIOHTTP1
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
        case ConnectFailure.unreachable(let error):
            self = .cannotConnect(address: name, reason: Self.reason(error))
        case ConnectFailure.handshake(let error):
            self = Self.handshake(error, name)
        case let broken as BrokenExchange:
            self.init(network: broken.reason, at: address, limit: limit)
        case let error as BrokenExchange.TooLong:
            self = .unexpectedReply(address: name, status: error.status, reason: "it is too long")
        default:
            self = .connectionLost(address: name, reason: Self.reason(error))
        }
    }

    /// A certificate that is not good enough stays so; whatever else ends a handshake, a server that restarts, say, may be
    /// over soon.
    private static func handshake(_ error: any Error, _ name: String) -> ClientError {
        switch error {
        case is ConnectFailure.Silence:
            return .cannotConnect(address: name, reason: "it does not answer TLS")
        case is ConnectFailure.Closed, is IOError, is ChannelError,
            NIOSSLError.handshakeFailed(.sslError([.eofDuringHandshake])), NIOSSLError.uncleanShutdown:
            return .cannotConnect(address: name, reason: "it ended the connection before TLS stood")
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            return .untrusted(address: name, reason: "its certificate is for another name")
        default:
            break
        }
        // What usually goes wrong, in words: those of the TLS library name its source files.
        let text = "\(error)"
        if text.contains("WRONG_VERSION_NUMBER") {
            return .untrusted(address: name, reason: "it does not answer TLS")
        }
        if text.contains("CERTIFICATE_VERIFY_FAILED") {
            return .untrusted(address: name, reason: "nobody known here vouches for its certificate")
        }
        return .untrusted(address: name, reason: DisplayText.line(text))
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as NIOConnectionError:
            if let first = error.connectionErrors.first { return reason(first.error) }
            return error.dnsAError == nil && error.dnsAAAAError == nil ? "no reply" : "no such host"
        case let error as IOError:
            return reason(error)
        case ChannelError.connectTimeout:
            return "no reply"
        // Without TLS's own goodbye, too: most servers that are stopped say none.
        case is BrokenExchange.Closed, ChannelError.eof, ChannelError.ioOnClosedChannel, NIOSSLError.uncleanShutdown,
            HTTPParserError.invalidEOFState:
            return "closed by the server"
        case HTTPParserError.headerOverflow:
            return "what comes before its reply is too long"
        case HTTPParserError.invalidHeaderToken:
            return "a header field holds what none may hold"
        case is HTTPParserError, is NIOHTTPDecoderError, is ReplyGate.Unasked:
            return "it does not speak HTTP as it should"
        default:
            return DisplayText.line("\(error)")
        }
    }

    private static func reason(_ error: IOError) -> String {
        switch error.errnoCode {
        case ECONNREFUSED: "connection refused"
        case ECONNRESET, EPIPE: "closed by the server"
        case EHOSTUNREACH, ENETUNREACH, EADDRNOTAVAIL: "no route to it"
        case ETIMEDOUT: "no reply"
        default: DisplayText.line("\(error)")
        }
    }
}
