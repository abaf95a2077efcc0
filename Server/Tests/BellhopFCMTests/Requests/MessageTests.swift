import BellhopModel
import BellhopPush
import Testing

@testable import BellhopFCM

@Suite("A message's body")
struct MessageTests {
    private func body(_ push: Push, now: Timestamp = .test) throws -> String {
        String(decoding: try FCMMessage(push, now: now).body, as: UTF8.self)
    }

    @Test("is the payload with to whom, how soon and until when, byte for byte")
    func golden() throws {
        let push = try Push.test(expiration: .at(.test + .milliseconds(300_900)), collapseID: "ask-\"1\"")
        #expect(
            try body(push)
                == #"{"message":{"android":{"collapse_key":"ask-\"1\"","priority":"HIGH","ttl":"300s","data":{"a":"b"}},"#
                + #""token":"fcm-token:1"}}"#)
    }

    @Test(
        "is urgent only when it may wake the device",
        arguments: [(Urgency.immediate, "HIGH"), (.considerate, "NORMAL"), (.low, "NORMAL")])
    func priority(urgency: Urgency, expected: String) throws {
        let message = try CanonicalJSON.decode(JSONValue.self, from: body(try Push.test(urgency: urgency)).utf8)
        #expect(message["message"]?["android"]?["priority"]?.string == expected)
    }

    @Test(
        "lives until its expiration in whole seconds, never longer than four weeks",
        arguments: [
            (Expiration.gatewayDefault, nil), (.immediately, "0s"), (.at(.test + .milliseconds(1999)), "1s"),
            (.at(.test - .seconds(5)), "0s"), (.at(.test + .seconds(2_419_200)), "2419200s"),
            (.at(.test + .seconds(9_999_999)), "2419200s"),
        ] as [(Expiration, String?)])
    func lifetime(expiration: Expiration, expected: String?) throws {
        let message = try CanonicalJSON.decode(JSONValue.self, from: body(try Push.test(expiration: expiration)).utf8)
        #expect(message["message"]?["android"]?["ttl"]?.string == expected)
    }

    @Test("is sound JSON with an empty payload, and with a token of any characters")
    func odd() throws {
        let message = try CanonicalJSON.decode(
            JSONValue.self, from: body(try Push.test(token: #"a"b\c/d"#, payload: "{}")).utf8)
        #expect(message["message"]?["token"]?.string == #"a"b\c/d"#)
    }

    @Test(
        "is not sent when FCM would refuse it for sure",
        arguments: ["", "[]", "{", "null", #"{"data":{"a":"\#(String(repeating: "x", count: 4090))"}}"#])
    func fault(payload: String) throws {
        #expect(
            try Push.test(payload: payload).fault
                == Rejection(reason: .invalidArgument, cause: .pushInvalid))
    }

    @Test("may have 4096 bytes of payload")
    func largest() throws {
        let frame = #"{"data":{"a":""}}"#
        let payload = #"{"data":{"a":"\#(String(repeating: "x", count: 4096 - frame.utf8.count))"}}"#
        #expect(payload.utf8.count == 4096)
        #expect(try Push.test(payload: payload).fault == nil)
    }
}
