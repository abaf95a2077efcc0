import BellhopHTTP2
import BellhopModel
import BellhopPush
import NIOCore
import Testing

@testable import BellhopAPNs

@Suite("A request")
struct RequestTests {
    private func headerFields(_ push: Push) -> [String: String] {
        APNsRequest(push).allFields(authority: "api.push.apple.com")
    }

    @Test("has the header fields that Apple requires")
    func fields() throws {
        let push = try Push.test(
            1, token: "A1B2C3D4", expiration: .at(Timestamp(milliseconds: 1_800_000_000_999)), collapseID: "ask-7")
        #expect(
            headerFields(push) == [
                ":method": "POST", ":scheme": "https", ":authority": "api.push.apple.com",
                ":path": "/3/device/a1b2c3d4",
                "authorization": "bearer x.y.z", "apns-topic": "com.example.app", "apns-push-type": "alert",
                "apns-priority": "10", "apns-id": "0192f0c4-7b1e-7cc3-8d2a-000000000001",
                "apns-expiration": "1800000000",
                "apns-collapse-id": "ask-7",
            ])
    }

    @Test("omits the fields that the push leaves unset")
    func absent() throws {
        let fields = headerFields(try Push.test())
        #expect(fields["apns-expiration"] == nil)
        #expect(fields["apns-collapse-id"] == nil)
    }

    @Test(
        "writes expirations as whole seconds",
        arguments: [
            (Expiration.immediately, "0"), (.at(Timestamp(milliseconds: 1999)), "1"),
            (.at(Timestamp(milliseconds: -5)), "0"),
        ])
    func expiration(expiration: Expiration, field: String) throws {
        #expect(headerFields(try Push.test(expiration: expiration))["apns-expiration"] == field)
    }

    @Test(
        "has the topic of its push type",
        arguments: [
            (PushKind.alert, ""), (.background, ""), (.liveActivity, ".push-type.liveactivity"),
            (.widgets, ".push-type.widgets"), (.controls, ".push-type.controls"), (.voip, ".voip"),
            (.complication, ".complication"), (.fileProvider, ".pushkit.fileprovider"), (.location, ".location-query"),
            (.pushToTalk, ".voip-ptt"), (.mdm, ""), (PushKind(rawValue: "tomorrow"), ""),
        ])
    func topic(kind: PushKind, suffix: String) throws {
        let fields = headerFields(try Push.test(kind: kind))
        #expect(fields["apns-topic"] == "com.example.app" + suffix)
        #expect(fields["apns-push-type"] == kind.rawValue)
    }

    @Test(
        "has a priority that its push type allows",
        arguments: [
            (PushKind.alert, Urgency.immediate, "10"), (.alert, .considerate, "5"), (.alert, .low, "1"),
            (.background, .immediate, "5"), (.background, .considerate, "5"), (.background, .low, "5"),
            (.liveActivity, .immediate, "10"), (.liveActivity, .considerate, "5"), (.liveActivity, .low, "5"),
        ])
    func priority(kind: PushKind, urgency: Urgency, field: String) throws {
        #expect(headerFields(try Push.test(kind: kind, urgency: urgency))["apns-priority"] == field)
    }

    @Test("shares only fields that stay the same between pushes")
    func indexing() throws {
        let push = try Push.test(expiration: .at(TestClock.start), collapseID: "ask-7")
        let own = APNsRequest(push).head.fields
        #expect(own.map(\.name) == ["apns-id", "apns-expiration", "apns-collapse-id"])
        let other = try Push.test(2, token: "ff", expiration: .immediately, collapseID: "ask-8")
        #expect(APNsRequest(push).sharedFields == APNsRequest(other).sharedFields)
        #expect(APNsRequest(try Push.test(urgency: .low)).sharedFields != APNsRequest(push).sharedFields)
    }
}

extension APNsRequest {
    /// All header fields by name, with the authorization `bearer x.y.z`.
    fileprivate func allFields(authority: String) -> [String: String] {
        let shared = HTTP2SharedFields(sharedFields, authority: authority, authorization: "bearer x.y.z")
        let fields = shared.fields + [HTTP2Field(":path", head.path)] + head.fields
        return Dictionary(fields.map { ($0.name, $0.value) }) { "\($0), \($1)" }
    }
}

@Suite("A push that APNs would refuse")
struct FaultTests {
    @Test("is rejected locally: a token that is not hex of bytes", arguments: ["abc", "a1b2c3zz", "a1-2"])
    func token(text: String) throws {
        #expect(try Push.test(token: text).localRejection == Rejection(reason: .badDeviceToken, cause: .deviceSuspect))
    }

    static let payloads: [(PushKind, Int, Reason?)] = [
        (.alert, 0, .payloadEmpty), (.alert, 4096, nil), (.alert, 4097, .payloadTooLarge),
        (.liveActivity, 4097, .payloadTooLarge), (.voip, 5120, nil), (.voip, 5121, .payloadTooLarge),
    ]

    @Test("is rejected locally: a payload that is empty or too large", arguments: payloads)
    func payload(kind: PushKind, size: Int, reason: Reason?) throws {
        let push = try Push.test(kind: kind, payload: String(repeating: " ", count: size))
        #expect(push.localRejection == reason.map { Rejection(reason: $0, cause: .pushInvalid) })
    }

    @Test(
        "is rejected locally: a collapse id that is not a field of 1 to 64 bytes",
        arguments: [
            ("", false), ("a", true), (String(repeating: "a", count: 64), true),
            (String(repeating: "a", count: 65), false),
            (String(repeating: "é", count: 32), true), (String(repeating: "é", count: 33), false), ("a b", true),
            (" a", false),
            ("a\r\nb", false),
        ])
    func collapseID(text: String, isFine: Bool) throws {
        #expect(try Push.test(collapseID: text).localRejection?.reason == (isFine ? nil : .badCollapseID))
    }

    @Test(
        "is rejected locally: an app or push type that is invalid in a field",
        arguments: ["", "a b", "a\r\nx: y", "é"])
    func names(text: String) throws {
        #expect(try Push.test(app: text).localRejection?.reason == .badTopic)
        #expect(try Push.test(kind: PushKind(rawValue: text)).localRejection?.reason == .invalidPushType)
    }

    @Test("is not rejected when it is valid")
    func valid() throws {
        #expect(try Push.test().localRejection == nil)
        #expect(try Push.test(token: String(repeating: "0F", count: 80)).localRejection == nil)
    }
}

@Suite("A request about channels")
struct ChannelRequestTests {
    private static let channel: ChannelID = "dHN0LXNyY2gtY2hubA=="
    private static let id = "0192f0c4-7b1e-7cc3-8d2a-000000000001"

    private static func broadcast(
        app: String = "com.example.app", payload: String = #"{"aps":{}}"#, urgency: Urgency = .immediate,
        expiration: Timestamp? = nil
    ) -> BroadcastPush {
        BroadcastPush(
            id: BroadcastID(high: 0x0192_F0C4_7B1E_7CC3, low: 0x8D2A_0000_0000_0001), channel: channel,
            environment: .sandbox, app: app, payload: Array(payload.utf8), urgency: urgency, expiration: expiration)
    }

    private static func fields(_ request: APNsRequest) -> [String: String] {
        request.allFields(authority: "host")
    }

    @Test("publishes with the header fields that Apple requires, and no topic")
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

    @Test("is attempted once by default, at a priority of Live Activities")
    func defaults() {
        let fields = Self.fields(APNsRequest(Self.broadcast(urgency: .low)))
        #expect(fields["apns-expiration"] == "0")
        #expect(fields["apns-priority"] == "5")
    }

    @Test("creates, reads, deletes and lists as Apple documents it")
    func management() throws {
        let own = [
            ":scheme": "https", ":authority": "host", "authorization": "bearer x.y.z", "apns-request-id": Self.id,
        ]
        let path = "/1/apps/com.example.app/channels"
        func expected(_ more: [String: String]) -> [String: String] { own.merging(more) { $1 } }
        let create = try APNsRequest.createChannel(of: "com.example.app", storage: .latest, id: Self.id)
        #expect(Self.fields(create) == expected([":method": "POST", ":path": path]))
        #expect(
            String(decoding: create.body, as: UTF8.self) == #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#)
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

    @Test("that APNs would refuse is rejected locally, with APNs' reason")
    func faults() {
        func reason(_ broadcast: BroadcastPush) -> String? { broadcast.localRejection?.reason.rawValue }
        #expect(reason(Self.broadcast(payload: String(repeating: "x", count: 5120))) == nil)
        #expect(reason(Self.broadcast(payload: String(repeating: "x", count: 5121))) == "PayloadTooLarge")
        #expect(reason(Self.broadcast(payload: "")) == "PayloadEmpty")
        for app in ["", "com.example/../other", "com example", "com.example.äpp", "com.example\r\n"] {
            #expect(reason(Self.broadcast(app: app)) == "TopicDisallowed", "\(app)")
        }
    }

    @Test("uses Apple's host for each service and environment")
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
