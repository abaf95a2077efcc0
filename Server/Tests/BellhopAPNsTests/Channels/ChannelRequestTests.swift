import BellhopModel
import BellhopPush
import NIOCore
import NIOHPACK
import Testing

@testable import BellhopAPNs

@Suite("A request about channels")
struct ChannelRequestTests {
    private static let channel: ChannelID = "dHN0LXNyY2gtY2hubA=="
    private static let id = "0192f0c4-7b1e-7cc3-8d2a-000000000001"

    private static func broadcast(
        app: String = "com.example.app", payload: String = #"{"aps":{}}"#, urgency: Urgency = .immediate,
        expiration: Timestamp? = nil
    ) -> Broadcast {
        Broadcast(
            id: BroadcastID(high: 0x0192_F0C4_7B1E_7CC3, low: 0x8D2A_0000_0000_0001), channel: channel,
            environment: .sandbox, app: app, payload: Array(payload.utf8), urgency: urgency, expiration: expiration)
    }

    private static func fields(_ request: APNsRequest) -> [String: String] {
        let headers = request.headers(authority: "host", authorization: "bearer x.y.z")
        return Dictionary(headers.map { ($0.name, $0.value) }) { "\($0), \($1)" }
    }

    @Test("publishes with the fields that Apple asks for, and no topic")
    func publishing() {
        let broadcast = Self.broadcast(expiration: Timestamp(milliseconds: 1_800_000_000_999))
        #expect(
            Self.fields(APNsRequest(broadcast)) == [
                ":method": "POST", ":scheme": "https", ":authority": "host",
                ":path": "/4/broadcasts/apps/com.example.app", "authorization": "bearer x.y.z",
                "apns-push-type": "liveactivity", "apns-priority": "10", "apns-channel-id": Self.channel.description,
                "apns-request-id": Self.id, "apns-expiration": "1800000000",
            ])
    }

    @Test("makes one attempt where nothing else is said, at a priority that Live Activities have")
    func defaults() {
        let fields = Self.fields(APNsRequest(Self.broadcast(urgency: .low)))
        #expect(fields["apns-expiration"] == "0")
        #expect(fields["apns-priority"] == "5")
    }

    @Test("makes, reads, deletes and lists as Apple documents it")
    func management() throws {
        let own = [
            ":scheme": "https", ":authority": "host", "authorization": "bearer x.y.z", "apns-request-id": Self.id,
        ]
        let path = "/1/apps/com.example.app/channels"
        func expected(_ more: [String: String]) -> [String: String] { own.merging(more) { $1 } }
        let create = try APNsRequest.createChannel(of: "com.example.app", storage: .latest, id: Self.id)
        #expect(Self.fields(create) == expected([":method": "POST", ":path": path]))
        #expect(String(buffer: create.body) == #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#)
        #expect(
            Self.fields(.readChannel(Self.channel, of: "com.example.app", id: Self.id))
                == expected([":method": "GET", ":path": path, "apns-channel-id": Self.channel.description]))
        #expect(
            Self.fields(.deleteChannel(Self.channel, of: "com.example.app", id: Self.id))
                == expected([":method": "DELETE", ":path": path, "apns-channel-id": Self.channel.description]))
        #expect(
            Self.fields(.listChannels(of: "com.example.app", id: Self.id))
                == expected([":method": "GET", ":path": "/1/apps/com.example.app/all-channels"]))
    }

    @Test("that APNs would refuse is refused here, by APNs' own word")
    func faults() {
        func reason(_ broadcast: Broadcast) -> String? { broadcast.localRejection?.reason.rawValue }
        #expect(reason(Self.broadcast(payload: String(repeating: "x", count: 5120))) == nil)
        #expect(reason(Self.broadcast(payload: String(repeating: "x", count: 5121))) == "PayloadTooLarge")
        #expect(reason(Self.broadcast(payload: "")) == "PayloadEmpty")
        for app in ["", "com.example/../other", "com example", "com.example.äpp", "com.example\r\n"] {
            #expect(reason(Self.broadcast(app: app)) == "TopicDisallowed", "\(app)")
        }
    }

    @Test("goes to Apple's own host for each service and environment")
    func hosts() {
        let configuration = APNsConfiguration()
        func host(_ service: APNsService, _ environment: PushEnvironment) -> String {
            let endpoint = configuration.endpoint(of: service, in: environment)
            return "\(endpoint.host):\(endpoint.port)"
        }
        #expect(host(.pushes, .sandbox) == "api.sandbox.push.apple.com:443")
        #expect(host(.pushes, .production) == "api.push.apple.com:443")
        #expect(host(.broadcasts, .sandbox) == "api-broadcast.sandbox.push.apple.com:443")
        #expect(host(.broadcasts, .production) == "api-broadcast.push.apple.com:443")
        #expect(host(.channels, .sandbox) == "api-manage-broadcast.sandbox.push.apple.com:2195")
        #expect(host(.channels, .production) == "api-manage-broadcast.push.apple.com:2196")
    }
}
