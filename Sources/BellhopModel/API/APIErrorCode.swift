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
                403, "The key's role or user may not do this.",
                "Use a key of the role that the message names, of the same user."
            )
        case .signatureInvalid:
            (
                403, "The answer's signature does not match the device's key.",
                "Sign the text of docs/protocol.md with the key the device registered; pair again if it is lost."
            )
        case .pairingCodeInvalid:
            (403, "The pairing code is wrong, used or too old.", "Make a new one with `bellhop pair`.")
        case .deviceNotTrusted:
            (
                403, "No trusted device of this user has confirmed this device yet.",
                "Approve it on a device that is trusted; if there is none, run `bellhop devices recover` on the server's "
                    + "machine."
            )
        case .keyStorageNotAllowed:
            (
                403, "The device keeps its signing key in a file, and this server does not simulate.",
                "Pair a phone or a browser; for trying out, start the server with `bellhop serve --simulate`."
            )
        case .notFound:
            (404, "There is nothing at this address.", "Check the id; it may belong to another user.")
        case .methodNotAllowed:
            (405, "The route exists, but not for this method.", "See docs/api.md for the methods of each route.")
        case .requestTimeout:
            (
                408, "The request did not arrive in time: 10 seconds for its header, 30 more for its body.",
                "Send it again, over a faster connection or in smaller parts."
            )
        case .askAlreadyAnswered:
            (
                409, "Another device gave a different answer first.",
                "Nothing to do: the first answer counts. `resolution` holds the device, the answer and the time."
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
                "Do something else, or answer in the terminal. It can be asked again when the denials are ten minutes old."
            )
        case .cursorTooOld:
            (
                410, "What was deleted since this cursor is no longer known.",
                "Ask again without a cursor, for the whole list; what it does not name is gone."
            )
        case .scheduleChanged:
            (
                409, "The schedule has changed since the revision that the request names.",
                "Read the schedule again, and make the change to what it says now."
            )
        case .scheduleEnded:
            (
                409, "The schedule waits for nothing any more: it was sent for the last time, missed or cancelled.",
                "Create a new one. Cancel a sent notification with `DELETE /v1/notifications/{id}`."
            )
        case .bodyTooLarge:
            (413, "The body is larger than 1 MiB.", "Send less; long input belongs in a file the person can open.")
        case .unsupportedMediaType:
            (415, "The body is not declared as JSON.", "Send `Content-Type: application/json`.")
        case .hostNotAllowed:
            (
                421, "The `Host` header names a host this server does not answer for.",
                "Start the server with `--allow-host NAME` if the name is yours."
            )
        case .inputDigestMismatch:
            (
                422, "The digest is not that of the ask's input.",
                "Read the ask again, show what it says now, and answer that."
            )
        case .payloadTooLarge:
            (
                422, "The notification does not fit into a push, even with its texts shortened.",
                "Make the field that the message names shorter; let the app fetch long data by an id."
            )
        case .answerDoesNotFit:
            (
                422, "The answer is not one this ask takes.",
                "Answer an approval with approve or deny, a question with one reply each."
            )
        case .scheduleInPast:
            (
                422, "The time for which something is scheduled has passed.",
                "Name a later one, or send it at once with `POST /v1/notifications`."
            )
        case .idempotencyKeyReused:
            (422, "The same `Idempotency-Key` came before with a different body.", "Use a new key for a new request.")
        case .gatewayRefused:
            (
                422, "The push service will not do this, now or later, or no key for it is set up.",
                "The message has the push service's word for it; `bellhop doctor` looks at the key."
            )
        case .tooManyRequests:
            (429, "Too many attempts in a short time.", "Wait as long as `Retry-After` says.")
        case .internalError:
            (500, "A fault in the server.", "Try again; if it stays, report it with the server's log.")
        case .storageUnavailable:
            (
                503, "The database is locked or its disk is full. Nothing was stored.",
                "Free the disk or stop the other program, then send the request again."
            )
        case .gatewayUnavailable:
            (
                503, "The push service cannot be reached, or does not do this now.",
                "Send the request again in a moment; `bellhop doctor` says whether the push service can be reached."
            )
        case .shuttingDown:
            (503, "The server is stopping.", "Send the request again in a moment.")
        }
    }

    /// The place of its documentation.
    public var docs: String { "docs/errors.md#\(rawValue)" }
}

/// An API error on its way to the client, and the body it arrives in.
public struct APIError: Error, Hashable, Sendable, CustomStringConvertible {
    public var code: APIErrorCode
    /// The cause in this case, in one sentence.
    public var message: String
    /// The ask's outcome, when that is the cause.
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
