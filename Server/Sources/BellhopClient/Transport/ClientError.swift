public import BellhopModel
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// The error of a call. The description is one sentence with a remedy, and never contains a key.
///
/// A cancelled task throws `CancellationError` instead.
public enum ClientError: Error, Hashable, Sendable {
    /// The address is missing or invalid.
    case badAddress(String)
    /// No key is set.
    case noKey(String)
    /// The key contains an invalid character.
    case badKey(String)
    /// A file of the client cannot be read, parsed or written.
    case badFile(path: String, reason: String)
    /// Nothing was sent: the address does not accept connections.
    case cannotConnect(address: String, reason: String)
    /// Nothing was sent: the server's certificate is not trusted.
    case untrusted(address: String, reason: String)
    /// The request may have been executed.
    case timedOut(address: String, after: Duration)
    /// The request may have been executed.
    case connectionLost(address: String, reason: String)
    /// The server refused the request with an error of the API.
    case refused(APIError, retryAfter: Duration?)
    /// The response is not Bellhop's, or of an unsupported version.
    case unexpectedReply(address: String, status: Int, reason: String)
    /// The consumer of the events was too slow.
    case fellBehind
}

extension ClientError {
    /// `true` when the same call may succeed later.
    public var isRetryable: Bool {
        switch self {
        case .cannotConnect, .timedOut, .connectionLost, .fellBehind: true
        case .refused(let error, _): error.code.isRetryable
        // A proxy's responses while the server behind it restarts (RFC 9110 §15.6).
        case .unexpectedReply(_, let status, _): [502, 503, 504].contains(status)
        case .badAddress, .noKey, .badKey, .badFile, .untrusted: false
        }
    }

    /// `true` when the server may have executed the request.
    package var mayHaveSucceeded: Bool {
        switch self {
        case .timedOut, .connectionLost, .unexpectedReply: true
        // A fault may have happened after the request was executed. All other errors mean that it was not.
        case .refused(let error, _): error.code == .internalError
        default: false
        }
    }

    var retryAfter: Duration? { if case .refused(_, let retryAfter) = self { retryAfter } else { nil } }
}

extension ClientError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .badAddress(let problem), .noKey(let problem), .badKey(let problem):
            problem
        case .badFile(let path, let reason):
            "\(path): \(reason)"
        case .cannotConnect(let address, let reason):
            "Cannot connect to \(address) (\(reason)): is `bellhop serve` running there?"
        case .untrusted(let address, let reason):
            "The identity of \(address) could not be verified (\(reason)): check the address; this machine must trust the "
                + "certificate's authority."
        case .timedOut(let address, let duration):
            "\(address) did not answer within \(duration.formattedSeconds): check the network, or try again."
        case .connectionLost(let address, let reason):
            "The connection to \(address) was lost (\(reason)): try again."
        case .refused(let error, _) where error.code == .unauthorized:
            "The server does not accept this key: give one that is not revoked with --key, in BELLHOP_KEY or as `key` "
                + "in the configuration file; the first of these is used."
        case .refused(let error, _):
            "\(Self.sentence(error.message)) \(error.code.remedy)"
        case .unexpectedReply(let address, let status, let reason):
            "\(address) gave an unexpected reply (status \(status), \(reason)): does the address belong to a Bellhop "
                + "server of this version?"
        case .fellBehind:
            "Events arrived faster than they were read: connect again and read the lists."
        }
    }

    /// Sanitises a server's message, which may quote untrusted text.
    private static func sentence(_ message: String) -> String {
        let line = DisplayText.line(message, characters: 500)
        return line.last.map { ".!?".contains($0) } ?? true ? line : line + "."
    }
}

extension Duration {
    fileprivate var formattedSeconds: String {
        let milliseconds = wholeMilliseconds
        return milliseconds.isMultiple(of: 1000) ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}

extension ClientError {
    /// The error of `reply`; `nil` for a success status.
    init?(_ reply: HTTPReply, from address: ServerAddress) {
        guard !(200..<300).contains(reply.status) else { return nil }
        if let error = try? CanonicalJSON.decode(APIError.self, from: reply.body) {
            self = .refused(error, retryAfter: Self.retryAfter(reply))
            return
        }
        var reason = "the body is not an error of Bellhop"
        if (300..<400).contains(reply.status), let target = reply.headers["location"] {
            // Not followed, because the key would be sent to the target.
            reason = "it points to \(DisplayText.line(target))"
        } else if let value = try? CanonicalJSON.decode(JSONValue.self, from: reply.body),
            let message = value["error"]?["message"]?.string
        {
            reason = DisplayText.line(message)
        }
        self = .unexpectedReply(address: address.description, status: reply.status, reason: reason)
    }

    /// `Retry-After` in seconds (RFC 9110 §10.2.3). The server does not use the form with a date.
    private static func retryAfter(_ reply: HTTPReply) -> Duration? {
        reply.headers["retry-after"].flatMap(Int.init).map { .seconds(min(max($0, 0), 86_400)) }
    }
}

extension ClientError {
    /// Converts an error of the network library.
    ///
    /// - Parameter limit: the time limit of the call.
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

    /// An invalid certificate is a permanent error. Any other failed handshake may be temporary, such as during a
    /// restart of the server.
    private static func handshake(_ error: any Error, _ name: String) -> ClientError {
        switch error {
        case is ConnectFailure.Silence:
            return .cannotConnect(address: name, reason: "it does not speak TLS")
        case is ConnectFailure.Closed, is IOError, is ChannelError,
            NIOSSLError.handshakeFailed(.sslError([.eofDuringHandshake])), NIOSSLError.uncleanShutdown:
            return .cannotConnect(address: name, reason: "it closed the connection before TLS was established")
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            return .untrusted(address: name, reason: "its certificate is for another name")
        default:
            break
        }
        // Common failures get their own texts, because those of the TLS library name its source files.
        let text = "\(error)"
        if text.contains("WRONG_VERSION_NUMBER") {
            return .untrusted(address: name, reason: "it does not speak TLS")
        }
        if text.contains("CERTIFICATE_VERIFY_FAILED") {
            return .untrusted(address: name, reason: "its certificate was issued by an unknown authority")
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
        // Also without a TLS close_notify, which most stopping servers do not send.
        case is BrokenExchange.Closed, ChannelError.eof, ChannelError.ioOnClosedChannel, NIOSSLError.uncleanShutdown,
            HTTPParserError.invalidEOFState:
            return "closed by the server"
        case HTTPParserError.headerOverflow:
            return "the header of its reply is too long"
        case HTTPParserError.invalidHeaderToken:
            return "a header field contains invalid characters"
        case is HTTPParserError, is NIOHTTPDecoderError, is ReplyGate.Unasked:
            return "its reply is not valid HTTP"
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
