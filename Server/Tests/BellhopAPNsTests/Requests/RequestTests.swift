import BellhopModel
import BellhopPush
import NIOHPACK
import Testing

@testable import BellhopAPNs

@Suite("A request")
struct RequestTests {
    private func headerFields(_ push: Push) -> [String: String] {
        let headers = APNsRequest(push).headers(authority: "api.push.apple.com", authorization: "bearer x.y.z")
        return Dictionary(headers.map { ($0.name, $0.value) }) { "\($0), \($1)" }
    }

    @Test("has the fields that Apple asks for")
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

    @Test("says nothing of what the push leaves open")
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

    @Test("keeps what differs from push to push, and what is secret, out of HPACK's table")
    func indexing() throws {
        let push = try Push.test(expiration: .at(TestClock.start), collapseID: "ask-7")
        let headers = APNsRequest(push).headers(authority: "api.push.apple.com", authorization: "bearer x.y.z")
        var indexed: [String] = []
        for header in headers where header.indexable == .indexable { indexed.append(header.name) }
        #expect(indexed == [":method", ":scheme", ":authority", "apns-topic", "apns-push-type", "apns-priority"])
    }
}

@Suite("A push that APNs would refuse")
struct FaultTests {
    @Test("is found before it is sent: a token that is no hex of bytes", arguments: ["abc", "a1b2c3zz", "a1-2"])
    func token(text: String) throws {
        #expect(try Push.test(token: text).fault == Rejection(reason: .badDeviceToken, cause: .deviceSuspect))
    }

    static let payloads: [(PushKind, Int, Reason?)] = [
        (.alert, 0, .payloadEmpty), (.alert, 4096, nil), (.alert, 4097, .payloadTooLarge),
        (.liveActivity, 4097, .payloadTooLarge), (.voip, 5120, nil), (.voip, 5121, .payloadTooLarge),
    ]

    @Test("is found before it is sent: a payload of no bytes or too many", arguments: payloads)
    func payload(kind: PushKind, size: Int, reason: Reason?) throws {
        let push = try Push.test(kind: kind, payload: String(repeating: " ", count: size))
        #expect(push.fault == reason.map { Rejection(reason: $0, cause: .pushInvalid) })
    }

    @Test(
        "is found before it is sent: a collapse id that is no field of 1 to 64 bytes",
        arguments: [
            ("", false), ("a", true), (String(repeating: "a", count: 64), true),
            (String(repeating: "a", count: 65), false),
            (String(repeating: "é", count: 32), true), (String(repeating: "é", count: 33), false), ("a b", true),
            (" a", false),
            ("a\r\nb", false),
        ])
    func collapseID(text: String, isFine: Bool) throws {
        #expect(try Push.test(collapseID: text).fault?.reason == (isFine ? nil : .badCollapseID))
    }

    @Test(
        "is found before it is sent: an app or push type that cannot stand in a field",
        arguments: ["", "a b", "a\r\nx: y", "é"])
    func names(text: String) throws {
        #expect(try Push.test(app: text).fault?.reason == .badTopic)
        #expect(try Push.test(kind: PushKind(rawValue: text)).fault?.reason == .invalidPushType)
    }

    @Test("is another than one that is fine")
    func fine() throws {
        #expect(try Push.test().fault == nil)
        #expect(try Push.test(token: String(repeating: "0F", count: 80)).fault == nil)
    }
}
