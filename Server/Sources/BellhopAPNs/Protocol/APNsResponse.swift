import BellhopHTTP2
import BellhopModel
import BellhopPush
import NIOCore

/// A response of APNs: the relevant fields and the body.
struct APNsResponse: Sendable, Hashable {
    var status: Int
    /// `apns-unique-id`, which only the sandbox sends: identifies the push in Apple's console.
    var uniqueID: String?
    /// `apns-channel-id` of a new channel.
    var channelID: String?
    /// The value of `retry-after`, unparsed.
    var retryAfter: String?
    /// The JSON of an error, or the result of a request about channels.
    var body: ByteBuffer?
}

extension APNsResponse {
    init(_ response: HTTP2Response) {
        self.init(status: response.status, uniqueID: response["apns-unique-id"])
        if status != 200 {
            channelID = response["apns-channel-id"]
            retryAfter = response["retry-after"]
        }
        if response.body.readableBytes > 0 { body = response.body }
    }
}

/// The JSON of an error, in a response body or in the debug data of a GOAWAY frame (Apple, Handling notification
/// responses from APNs).
struct APNsErrorBody: Hashable {
    var reason: Reason?
    /// With status 410: the time at which APNs confirmed that the token was no longer valid.
    var timestamp: Timestamp?

    init(_ bytes: ByteBuffer?) {
        guard let bytes, let json = try? CanonicalJSON.decode(JSON.self, from: bytes.readableBytesView) else { return }
        reason = json.reason.map { Reason(printable: $0) }
        timestamp = json.timestamp.map(Timestamp.init(milliseconds:))
    }

    private struct JSON: Decodable {
        var reason: String?
        var timestamp: Int64?

        enum CodingKeys: CodingKey {
            case reason, timestamp
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            // Each field is optional: one is useful without the other.
            reason = try? container.decode(String.self, forKey: .reason)
            timestamp = try? container.decode(Int64.self, forKey: .timestamp)
        }
    }
}

/// The meaning of one response: the outcome of the push, and the status of the connection.
struct APNsResult {
    /// The status of a connection after a response.
    enum ConnectionStatus: Hashable {
        /// APNs accepted the provider token, and judged the push itself.
        case authenticated
        /// The response does not show whether APNs accepts the provider token.
        case unknown
        /// The connection cannot be used any more.
        case unusable
    }

    let outcome: Result<Outcome, UnknownResponse>
    let reason: Reason?
    let connection: ConnectionStatus

    /// - Parameters:
    ///   - service: The service that responded, which selects the error table.
    ///   - token: The device token, which is redacted where an unknown response repeats it.
    init(
        _ response: APNsResponse, from service: APNsService = .pushes, now: @autoclosure () -> Timestamp,
        token: @autoclosure () -> String
    ) {
        guard !service.isSuccess(response.status) else {
            outcome = .success(.accepted(AcceptedPush(gatewayID: response.uniqueID)))
            reason = nil
            connection = .authenticated
            return
        }
        let body = APNsErrorBody(response.body)
        let reason = body.reason ?? Reason(rawValue: "Status\(response.status)")
        self.reason = reason
        connection =
            if APNsErrors.closeConnection.contains(reason) {
                .unusable
            } else if response.status == 403 || response.status >= 500 || reason == .tooManyProviderTokenUpdates {
                .unknown
            } else { .authenticated }
        guard let reaction = APNsErrors.reaction(to: reason, status: response.status, from: service) else {
            let text = response.body?.readableBytesView ?? ByteBuffer().readableBytesView
            outcome = .failure(UnknownResponse(status: response.status, body: text, redacting: token()))
            return
        }
        let until = response.retryAfter.flatMap { Timestamp(retryAfter: $0, now: now()) }
        let pause = reaction == .slowDown ? now() + .seconds(60) : nil
        outcome = .success(Outcome(reaction, reason: reason, since: body.timestamp, until: until ?? pause))
    }
}
