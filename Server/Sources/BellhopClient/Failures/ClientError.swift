public import BellhopModel

/// Why a call did not succeed. The description is one sentence that says what to do; it never holds a key.
///
/// A cancelled task gives `CancellationError` instead.
public enum ClientError: Error, Hashable, Sendable {
    /// The address is missing or is none.
    case badAddress(String)
    /// There is no key to call with.
    case noKey(String)
    /// The key cannot be one: it holds a character that no key has.
    case badKey(String)
    /// A file of the client's own cannot be read, understood or written.
    case badFile(path: String, reason: String)
    /// Nothing was sent: nobody answers at this address.
    case cannotConnect(address: String, reason: String)
    /// Nothing was sent: the server could not prove who it is.
    case untrusted(address: String, reason: String)
    /// It may have been done, or not.
    case timedOut(address: String, after: Duration)
    /// It may have been done, or not.
    case connectionLost(address: String, reason: String)
    /// The server refused, for a reason of its table.
    case refused(APIError, retryAfter: Duration?)
    /// Something answered that is no Bellhop server, or one that this version does not understand.
    case unexpectedReply(address: String, status: Int, reason: String)
    /// The events' consumer was slower than the events.
    case fellBehind
}

extension ClientError {
    /// Whether the very same call may succeed later.
    public var isRetryable: Bool {
        switch self {
        case .cannotConnect, .timedOut, .connectionLost, .fellBehind: true
        case .refused(let error, _): error.code.isRetryable
        // What proxies say while the server behind them restarts (RFC 9110 §15.6).
        case .unexpectedReply(_, let status, _): [502, 503, 504].contains(status)
        case .badAddress, .noKey, .badKey, .badFile, .untrusted: false
        }
    }

    /// Whether the server may have done what it was asked to.
    package var mayHaveSucceeded: Bool {
        switch self {
        case .timedOut, .connectionLost, .unexpectedReply: true
        // A fault may have come after the work was done. The other errors say that nothing was.
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
            "\(address) could not prove who it is (\(reason)): check the address, or name its certificate authority's "
                + "file if it is your own."
        case .timedOut(let address, let duration):
            "\(address) did not answer within \(duration.formattedSeconds): check the network, or try again."
        case .connectionLost(let address, let reason):
            "The connection to \(address) was lost (\(reason)): try again."
        case .refused(let error, _) where error.code == .unauthorized:
            "The server does not know this key: give one that has not been revoked, with --key, in BELLHOP_KEY or as `key` "
                + "in the configuration file; the first of them counts."
        case .refused(let error, _):
            "\(Self.sentence(error.message)) \(error.code.remedy)"
        case .unexpectedReply(let address, let status, let reason):
            "\(address) gave an unexpected reply (status \(status), \(reason)): does the address belong to a Bellhop "
                + "server of this version?"
        case .fellBehind:
            "More events came than could be taken: connect again and read the lists anew."
        }
    }

    /// A server's words, which may quote anybody's.
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
