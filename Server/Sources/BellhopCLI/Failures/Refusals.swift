import BellhopClient
import BellhopModel

/// What a server refuses, in the words of a command line: what was typed, and the command that helps. The API's own words
/// are for whoever writes requests.
enum Refusals {
    /// - Parameter command: whose arguments became the request, as far as it is known.
    static func words(for error: any Error, of command: Any.Type?) -> String {
        let parts = parts(of: error, command)
        // What is wrong with an argument says what it takes.
        guard let remedy = parts.remedy, !parts.namesArgument else { return parts.problem }
        return "\(parts.problem) \(remedy)"
    }

    struct Parts {
        /// One sentence.
        var problem: String
        /// What to do next; `nil` where the problem says so itself.
        var remedy: String?
        /// The problem is with an argument, which it names.
        var namesArgument = false
    }

    /// The same in its parts.
    static func parts(of error: any Error, _ command: Any.Type?) -> Parts {
        // `ClientError` says of a key that is not known where one is given.
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

    /// What the server says of a key's rights.
    ///
    /// - Parameter key: what to call the key.
    static func rights(_ message: String, key: String) -> String {
        guard let match = message.wholeMatch(of: /This route is for (.+) keys; yours is an (.+) key\./) else {
            return sentence(message)
        }
        let (wanted, given) = (match.output.1, match.output.2)
        return "This takes a key of role \(wanted); \(key) is of role \(given)."
    }

    /// A server's words, which may quote anybody's.
    private static func sentence(_ message: String) -> String {
        let line = DisplayText.line(message, characters: 500)
        return line.last.map { ".!?".contains($0) } ?? true ? line : line + "."
    }

    /// What to do next, where the API's answer to that is not one for a command line.
    private static func remedy(for code: APIErrorCode, _ retryAfter: Duration?) -> String {
        switch code {
        case .invalidJSON, .unsupportedMediaType, .methodNotAllowed:
            "Tool and server do not understand each other: run the same version of both."
        case .invalidRequest: "Change what it names, and run this again."
        case .forbidden: "Give another key with --key or in BELLHOP_KEY."
        case .askAlreadyAnswered: "Nothing to do: the first answer stands."
        case .askExpired: "Ask again."
        case .askWithdrawn: "Nothing to do."
        case .askPaused: "Do something else, or ask again in some minutes."
        case .requestTimeout: "Run this again."
        case .cursorTooOld: "List it from the beginning."
        case .scheduleChanged: "Look at it with `bellhop schedule show`, and run this again."
        case .scheduleEnded: "Make a new one with `bellhop schedule add`."
        case .scheduleInPast: "Name a later time, or send it at once with `bellhop send`."
        case .payloadTooLarge: "Make that shorter; let the app fetch long data by an id."
        case .idempotencyKeyReused, .shuttingDown: "Run this again in a moment."
        case .tooManyRequests:
            retryAfter.map { "Run this again in \(max(1, $0.components.seconds)) s." } ?? "Run this again in a moment."
        case .storageUnavailable: "Free the disk or stop the other program, then run this again."
        case .gatewayUnavailable:
            "Run this again in a moment; `bellhop doctor` says whether the push service can be reached."
        case .unauthorized, .signatureInvalid, .pairingCodeInvalid, .deviceNotTrusted, .keyStorageNotAllowed, .notFound,
            .bodyTooLarge, .hostNotAllowed,
            .inputDigestMismatch, .answerDoesNotFit, .gatewayRefused, .internalError:
            code.remedy
        }
    }
}
