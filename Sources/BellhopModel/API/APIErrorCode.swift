/// Every error of the API: one table for server, clients and `docs/errors.md`.
public enum APIErrorCode: String, Codable, Hashable, Sendable, CaseIterable {
    case invalidJSON = "invalid_json"
    case invalidRequest = "invalid_request"
    case unauthorized
    case forbidden
    case signatureInvalid = "signature_invalid"
    case pairingCodeInvalid = "pairing_code_invalid"
    case deviceNotTrusted = "device_not_trusted"
    case keyStorageNotAllowed = "key_storage_not_allowed"
    case notFound = "not_found"
    case methodNotAllowed = "method_not_allowed"
    case requestTimeout = "request_timeout"
    case askAlreadyAnswered = "ask_already_answered"
    case askExpired = "ask_expired"
    case askWithdrawn = "ask_withdrawn"
    case askPaused = "ask_paused"
    case cursorTooOld = "cursor_too_old"
    case scheduleChanged = "schedule_changed"
    case scheduleEnded = "schedule_ended"
    case bodyTooLarge = "body_too_large"
    case unsupportedMediaType = "unsupported_media_type"
    case hostNotAllowed = "host_not_allowed"
    case inputDigestMismatch = "input_digest_mismatch"
    case payloadTooLarge = "payload_too_large"
    case answerDoesNotFit = "answer_does_not_fit"
    case scheduleInPast = "schedule_in_past"
    case idempotencyKeyReused = "idempotency_key_reused"
    case gatewayRefused = "gateway_refused"
    case tooManyRequests = "too_many_requests"
    case internalError = "internal_error"
    case storageUnavailable = "storage_unavailable"
    case gatewayUnavailable = "gateway_unavailable"
    case shuttingDown = "shutting_down"

    /// The HTTP status of the response.
    public var status: Int { row.status }
    /// The cause, as the documentation states it.
    public var meaning: String { row.meaning }
    /// The recommended action.
    public var remedy: String { row.remedy }
    /// `true` when the same request may succeed later.
    public var isRetryable: Bool { [408, 429, 500, 503].contains(status) }

    private var row: (status: Int, meaning: String, remedy: String) {
        switch self {
        case .invalidJSON:
            (400, "The body is not JSON.", "Send one JSON object in UTF-8.")
        case .invalidRequest:
            (
                400, "A field is missing, unknown, of the wrong type or out of range.",
                "Correct the field that the message names."
            )
        case .unauthorized:
            (401, "No valid key was sent.", "Send `Authorization: Bearer KEY` with a key that has not been revoked.")
        case .forbidden:
            (
                403, "The key has the wrong role or belongs to another user.",
                "Use a key that has the role in the message and belongs to the same user."
            )
        case .signatureInvalid:
            (
                403, "The answer's signature does not match the device's key.",
                "Sign the text specified in docs/protocol.md with the key that the device registered; if it is lost, pair again."
            )
        case .pairingCodeInvalid:
            (403, "The pairing code is wrong, already used or expired.", "Create a new one with `bellhop pair`.")
        case .deviceNotTrusted:
            (
                403, "No trusted device of this user has confirmed this device yet.",
                "Approve it on a trusted device; if there is none, run `bellhop devices recover` on the server's "
                    + "machine."
            )
        case .keyStorageNotAllowed:
            (
                403, "The device stores its signing key in a file, which only a simulating server accepts.",
                "Pair a phone; for a trial, start the server with `bellhop serve --simulate`."
            )
        case .notFound:
            (404, "There is no such route or object.", "Check the id; the object may belong to another user.")
        case .methodNotAllowed:
            (405, "The route does not support this method.", "See docs/api.md for the methods of each route.")
        case .requestTimeout:
            (
                408,
                "The request did not arrive in time: the limits are 10 seconds for the header and 30 more for the body.",
                "Send it again over a faster connection, or split it into smaller requests."
            )
        case .askAlreadyAnswered:
            (
                409, "Another device gave a different answer first.",
                "Nothing to do: the first answer counts. `resolution` contains the device, the answer and the time."
            )
        case .askExpired:
            (
                410, "The deadline has passed; the agent no longer waits.",
                "Answer in the terminal, or let the agent ask again."
            )
        case .askWithdrawn:
            (
                410, "The agent withdrew the ask, for example because it was answered in the terminal.",
                "Nothing to do. `resolution` says why."
            )
        case .askPaused:
            (
                409, "The user has denied the same input three times within ten minutes.",
                "Ask for something else, or answer in the terminal. The message states when the input is accepted again."
            )
        case .cursorTooOld:
            (
                410, "The cursor is too old: the deletions since then are no longer recorded.",
                "Request the whole list without a cursor; objects that are not in it were deleted."
            )
        case .scheduleChanged:
            (
                409, "The schedule has changed since the revision in the request.",
                "Read the schedule again, and repeat the change with its current revision."
            )
        case .scheduleEnded:
            (
                409, "The schedule has ended: it was sent for the last time, missed or cancelled.",
                "Create a new one. Cancel a sent notification with `DELETE /v1/notifications/{id}`."
            )
        case .bodyTooLarge:
            (
                413, "The body is too large: the maximum is 8 MiB for a campaign or schedule, otherwise 1 MiB.",
                "Send a smaller body; put long input into a file that the user can open."
            )
        case .unsupportedMediaType:
            (415, "The `Content-Type` of the body is not JSON.", "Send `Content-Type: application/json`.")
        case .hostNotAllowed:
            (
                421, "The `Host` header contains a name that this server does not accept.",
                "If the name is yours, start the server with `--allow-host NAME`."
            )
        case .inputDigestMismatch:
            (
                422, "The digest does not match the ask's input.",
                "In a new ask, send the digest of its exact input. To answer, read the ask and show its input first."
            )
        case .payloadTooLarge:
            (
                422, "The notification does not fit into a push, even with its texts shortened.",
                "Shorten the field that the message names, or let the app fetch long data by an id."
            )
        case .answerDoesNotFit:
            (
                422, "The ask does not accept this answer.",
                "Answer an approval with approve or deny, and questions with one reply each."
            )
        case .scheduleInPast:
            (
                422, "The scheduled time has passed.",
                "Use a later time, or send it now with `POST /v1/notifications`."
            )
        case .idempotencyKeyReused:
            (
                422, "The `Idempotency-Key` was already used for a request with another body.",
                "Use a new key for a new request."
            )
        case .gatewayRefused:
            (
                422, "The push service refuses this permanently, or no key for it is set up.",
                "The message contains the push service's reason; `bellhop doctor` checks the key."
            )
        case .tooManyRequests:
            (
                429, "Too many attempts in a short time.",
                "Wait for the number of seconds in `Retry-After`, then try again."
            )
        case .internalError:
            (
                500, "The server has an internal error.",
                "Try again; if the error persists, report it with the server's log."
            )
        case .storageUnavailable:
            (
                503, "The database cannot be used now: it is locked or cannot be reached, or its disk is full.",
                "Correct the cause in the server's log, then send the request again with the same `Idempotency-Key`."
            )
        case .gatewayUnavailable:
            (
                503, "The push service cannot be reached, or does not accept the request now.",
                "Send the request again in a moment; `bellhop doctor` checks the connection to the push service."
            )
        case .shuttingDown:
            (503, "The server is stopping.", "Send the request again in a moment.")
        }
    }

    /// The location of the error's documentation.
    public var docs: String { "docs/errors.md#\(rawValue)" }
}

/// An API error on its way to the client, and the body it arrives in.
public struct APIError: Error, Hashable, Sendable, CustomStringConvertible {
    public var code: APIErrorCode
    /// The cause in this case, in one sentence.
    public var message: String
    /// The ask's outcome, if the ask has already ended.
    public var resolution: Resolution?

    public init(_ code: APIErrorCode, _ message: String? = nil, resolution: Resolution? = nil) {
        self.code = code
        self.message = message ?? code.meaning
        self.resolution = resolution
    }

    public var description: String { "\(message) (\(code.rawValue))" }
}

extension APIError: Codable {
    private enum Envelope: String, CodingKey { case error }
    private enum CodingKeys: String, CodingKey { case code, message, docs, resolution }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Envelope.self)
            .nestedContainer(keyedBy: CodingKeys.self, forKey: .error)
        code = try container.decode(APIErrorCode.self, forKey: .code)
        message = try container.decode(String.self, forKey: .message)
        resolution = try container.decodeIfPresent(Resolution.self, forKey: .resolution)
    }

    public func encode(to encoder: any Encoder) throws {
        var envelope = encoder.container(keyedBy: Envelope.self)
        var container = envelope.nestedContainer(keyedBy: CodingKeys.self, forKey: .error)
        try container.encode(code, forKey: .code)
        try container.encode(message, forKey: .message)
        try container.encode(code.docs, forKey: .docs)
        try container.encodeIfPresent(resolution, forKey: .resolution)
    }
}
