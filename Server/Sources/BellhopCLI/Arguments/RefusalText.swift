import BellhopClient
import BellhopModel

/// Error messages for refused requests, with the command's arguments and the next command in place of the API's fields
/// and routes.
enum RefusalText {
    /// - Parameter command: the command that sent the request, if known.
    static func message(for error: any Error, of command: Any.Type?) -> String {
        let parts = parts(of: error, command)
        // A message about an argument already says what it takes.
        guard let remedy = parts.remedy, !parts.namesArgument else { return parts.problem }
        return "\(parts.problem) \(remedy)"
    }

    struct Parts {
        /// One sentence.
        var problem: String
        /// The next step; `nil` when the problem includes it.
        var remedy: String?
        /// The problem names the wrong argument.
        var namesArgument = false
    }

    /// The message as problem and remedy.
    static func parts(of error: any Error, _ command: Any.Type?) -> Parts {
        // The text of `ClientError` for an unknown key already has a remedy.
        guard case .refused(let refusal, let retryAfter)? = error as? ClientError, refusal.code != .unauthorized else {
            return Parts(problem: "\(error)")
        }
        let remedy = remedy(for: refusal.code, retryAfter)
        if refusal.code == .forbidden {
            return Parts(problem: rights(refusal.message, key: "yours"), remedy: remedy)
        }
        let named = (command as? any FieldNaming.Type)?.naming(refusal.message)
        return Parts(
            problem: sentence(named ?? refusal.message), remedy: remedy,
            namesArgument: named != nil && refusal.code == .invalidRequest)
    }

    /// The server's message about the role of a key, for a command line.
    ///
    /// - Parameter key: the name of the key in the sentence.
    static func rights(_ message: String, key: String) -> String {
        guard let match = message.wholeMatch(of: /This route is for (.+) keys; yours has the role (.+)\./) else {
            return sentence(message)
        }
        let (wanted, given) = (match.output.1, match.output.2)
        return "This needs a key with the role \(wanted); \(key) has the role \(given)."
    }

    /// The server's message, made safe for a terminal and shortened.
    private static func sentence(_ message: String) -> String {
        let line = DisplayText.line(message, characters: 500)
        return line.last.map { ".!?".contains($0) } ?? true ? line : line + "."
    }

    /// The next step; the API's own remedy where it suits a command line.
    private static func remedy(for code: APIErrorCode, _ retryAfter: Duration?) -> String {
        switch code {
        case .invalidJSON, .unsupportedMediaType, .methodNotAllowed:
            "The tool and the server do not match: use the same version of both."
        case .invalidRequest: "Correct it and run this again."
        case .forbidden: "Pass another key with --key or in BELLHOP_KEY."
        case .askAlreadyAnswered: "Nothing to do: the first answer counts."
        case .askExpired: "Ask again."
        case .askWithdrawn: "Nothing to do."
        case .askPaused: "Do something else, or ask again in a few minutes."
        case .requestTimeout: "Run this again."
        case .cursorTooOld: "List it from the beginning."
        case .scheduleChanged: "Check it with `bellhop schedule show`, and run this again."
        case .scheduleEnded: "Create a new one with `bellhop schedule add`."
        case .scheduleInPast: "Use a later time, or send it now with `bellhop send`."
        case .payloadTooLarge: "Shorten it, and let the app fetch long data by an id."
        case .idempotencyKeyReused, .shuttingDown: "Run this again in a moment."
        case .tooManyRequests:
            retryAfter.map { "Run this again in \(max(1, $0.components.seconds)) s." } ?? "Run this again in a moment."
        case .storageUnavailable: "Correct the cause in the server's log, then run this again."
        case .gatewayUnavailable:
            "Run this again in a moment; `bellhop doctor` checks the connection to the push service."
        case .unauthorized, .signatureInvalid, .pairingCodeInvalid, .deviceNotTrusted, .keyStorageNotAllowed, .notFound,
            .bodyTooLarge, .hostNotAllowed,
            .inputDigestMismatch, .answerDoesNotFit, .gatewayRefused, .internalError:
            code.remedy
        }
    }
}

/// The source of a key.
enum KeySource: Hashable {
    case option
    case environment
    case settings(field: String, String)
    case file(String)

    var name: String {
        switch self {
        case .option: "--key"
        case .environment: "BELLHOP_KEY"
        case .settings(let field, let path): "`\(field)` in \(path)"
        case .file(let path): path
        }
    }
}

/// The server rejected the key, or the key has not the required role.
struct KeyRefusal: Error, CustomStringConvertible {
    /// `forbidden` or `unauthorized`.
    let error: APIError
    let source: KeySource

    var description: String {
        guard error.code == .forbidden else {
            return
                "The server does not accept the key in \(source.name): pass one that is not revoked with --key or in BELLHOP_KEY."
        }
        return RefusalText.rights(error.message, key: "the one in \(source.name)")
            + " Pass another with --key or in BELLHOP_KEY; the server's first admin key was written to admin.key in its data "
            + "folder."
    }
}

/// A command whose arguments become the fields of a request, so that error messages about a field can name the argument.
protocol FieldNaming {
    /// The argument for each field path; `[]` stands for any index of a list.
    static var arguments: [String: String] { get }
}

extension FieldNaming {
    /// Replaces field names by arguments: `frequency_cap.limit: 0; takes 1 to 1000 pushes` becomes
    /// `<limit>: 0; takes 1 to 1000 pushes`.
    ///
    /// - Returns: `nil` unless the message begins with a field that has an argument.
    static func naming(_ message: String) -> String? {
        guard let match = message.prefixMatch(of: #/([a-z_]+(?:\[\d+\])?(?:\.[A-Za-z0-9_\-]+(?:\[\d+\])?)*): /#) else {
            return nil
        }
        let path = String(match.output.1).replacing(/^notification\./, with: "").replacing(/\[\d+\]/, with: "[]")
        guard let argument = argument(of: path) else { return nil }
        var words = String(message[match.range.upperBound...])
        // Other fields in the text, the longest first, so that none is cut. A name without a dot may be an ordinary word.
        for (field, argument) in arguments.sorted(by: { $0.key.count > $1.key.count }) where field.contains(".") {
            words = words.replacing(field, with: argument)
        }
        return "\(argument): \(words)"
    }

    /// The argument of the field, or that of its parent field followed by the field's name.
    private static func argument(of path: String) -> String? {
        if let argument = arguments[path] { return argument }
        guard let dot = path.lastIndex(of: ".") else { return nil }
        guard let argument = argument(of: String(path[..<dot])) else { return nil }
        return "\(argument) \(path[path.index(after: dot)...])"
    }
}
