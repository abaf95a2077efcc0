import BellhopModel
import NIOCore

/// A request that has arrived whole, with where and when it did.
struct APNsArrival: Sendable {
    var request: PushRequest
    /// Counts the simulator's connections, from 1.
    var connection: Int
    var stream: Int
    var now: Timestamp
    /// In lower case; empty when the path names none.
    var token: String
    /// The `apns-id`, or `apns-request-id` of a request about channels, that the answer carries: the provider's own when it is a UUID, or one made for it.
    var apnsID: String

    init(_ request: PushRequest, connection: Int, stream: Int, now: Timestamp) {
        self.request = request
        self.connection = connection
        self.stream = stream
        self.now = now
        token = request.deviceToken ?? ""
        let given = request.channelTarget == nil ? request.headers.id : request.headers.requestID
        let own = given.flatMap { DeliveryID($0) == nil ? nil : $0 }
        apnsID = own ?? DeliveryID.make(at: now).description
    }

    var payload: [UInt8] { Array(request.payload.readableBytesView) }
}

extension DeliveredPush {
    init?(_ arrival: APNsArrival) {
        guard let token = DeviceToken(arrival.token) else { return nil }
        var headers = arrival.request.headers
        headers.id = arrival.apnsID
        self.init(token: token, headers: headers, payload: arrival.payload, receivedAt: arrival.now)
    }
}

extension ReceivedPush {
    init(_ arrival: APNsArrival, _ result: Result) {
        self.init(
            connection: arrival.connection, stream: arrival.stream, token: arrival.token, apnsID: arrival.apnsID,
            headers: arrival.request.headers, payload: arrival.payload, receivedAt: arrival.now, result: result)
    }
}
