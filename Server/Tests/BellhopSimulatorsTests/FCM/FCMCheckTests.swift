import BellhopModel
import CryptoExtras
import Testing

@testable import BellhopSimulators

@Suite("FCM's rules")
struct FCMCheckTests {
    private static let account = Result { try SimulatedServiceAccount() }
    private static let project = "bellhop-simulated"

    private func refusal(
        _ body: String, method: String = "POST", project: String = Self.project, isSignedIn: Bool = true,
        canSend: Bool = true, policy: DevicePolicy = .acceptAnyToken, devices: [FCMDevice] = []
    ) throws -> FCMRefusal? {
        var account = try Self.account.get().account
        account.canSend = canSend
        let request = FCMRequest(
            method: method, path: "/v1/projects/\(project)/messages:send", host: "localhost", body: Array(body.utf8))
        let inspection = FCMInspection(
            request, project: project,
            grant: isSignedIn ? AccessGrant(account: account, expiresAt: Timestamp(seconds: 1)) : nil, policy: policy,
            device: { token in devices.first { $0.token.text == token } })
        return FCMCheck.all.lazy.compactMap { $0.refusal(inspection) }.first
    }

    private func violations(_ refusal: FCMRefusal?) -> [String] {
        (refusal?.body["error"]?["details"]?.array ?? []).flatMap { $0["fieldViolations"]?.array ?? [] }
            .compactMap { $0["field"]?.string }
    }

    @Test(
        "accept valid requests",
        arguments: [
            #"{"message":{"token":"a:B-1_","data":{"a":"b"}}}"#,
            #"{"validate_only":true,"message":{"token":"a","notification":{"title":"t","body":"b","image":"https://a.b"}}}"#,
            #"{"message":{"token":"a","android":{"collapse_key":"k","priority":"HIGH","ttl":"3.5s"}}}"#,
            #"{"message":{"token":"a","android":{"collapseKey":"k","directBootOk":true,"notification":{"channelId":"c"}}}}"#,
            #"{"message":{"topic":"news","data":{}}}"#,
        ])
    func passes(body: String) throws { #expect(try refusal(body) == nil) }

    @Test(
        "name the invalid field",
        arguments: [
            ("", ""), ("[]", ""), ("{}", "message"), (#"{"message":{},"more":1}"#, ""),
            (#"{"message":{"token":"a","colour":"red"}}"#, "message"),
            (#"{"message":{"token":"a","android":{"colour":"red"}}}"#, "message.android"),
            (#"{"message":{"data":{}}}"#, "message"), (#"{"message":{"token":"a","topic":"b"}}"#, "message"),
            (#"{"message":{"token":"a","data":[]}}"#, "message.data"),
            (#"{"message":{"token":"a","data":{"n":5}}}"#, "message.data[n]"),
            (#"{"message":{"token":"a","android":{"data":{"n":null}}}}"#, "message.android.data[n]"),
            (#"{"message":{"token":"a","data":{"from":"x"}}}"#, "message.data[from]"),
            (#"{"message":{"token":"a","data":{"google.x":"x"}}}"#, "message.data[google.x]"),
            (#"{"message":{"token":"a","android":{"ttl":"60"}}}"#, "message.android.ttl"),
            (#"{"message":{"token":"a","android":{"ttl":60}}}"#, "message.android.ttl"),
            (#"{"message":{"token":"a","android":{"ttl":"2419201s"}}}"#, "message.android.ttl"),
            (#"{"message":{"token":"a","android":{"priority":"10"}}}"#, "message.android.priority"),
            (#"{"message":{"token":"a","android":{"collapse_key":1}}}"#, "message.android.collapse_key"),
            (#"{"message":{"token":"a","android":{"notification":{"badge":1}}}}"#, "message.android.notification"),
            (
                #"{"message":{"token":"a","android":{"notification":{"title":1}}}}"#,
                "message.android.notification.title"
            ),
            (
                #"{"message":{"token":"a","android":{"notification":{"notification_count":-1}}}}"#,
                "message.android.notification.notification_count"
            ),
            (
                #"{"message":{"token":"a","android":{"notification":{"title_loc_args":[1]}}}}"#,
                "message.android.notification.title_loc_args"
            ),
        ])
    func breaks(body: String, field: String) throws {
        let refusal = try refusal(body)
        #expect(refusal?.status == 400 && refusal?.word == "INVALID_ARGUMENT")
        #expect(violations(refusal) == [field])
    }

    @Test("limit data and notification together to 4096 bytes")
    func size() throws {
        let frame = #"{"data":{"a":""},"notification":{"title":"t"}}"#
        for (more, passes) in [(0, true), (1, false)] {
            let text = String(repeating: "x", count: 4096 - frame.utf8.count + more)
            let refusal = try refusal(
                #"{"message":{"token":"a","data":{"a":"\#(text)"},"android":{"notification":{"title":"t"}}}}"#)
            #expect((refusal == nil) == passes)
        }
    }

    @Test("check the sender first")
    func sender() throws {
        #expect(try refusal("", method: "GET")?.status == 405)
        #expect(try refusal("", isSignedIn: false) == .unauthenticated)
        #expect(try refusal("", canSend: false) == .permissionDenied)
        #expect(try refusal("", project: "another") == .permissionDenied)
    }

    @Test("check a token's form, project and state")
    func tokens() throws {
        let token = try #require(DeviceToken("known:1"))
        let body = #"{"message":{"token":"known:1"}}"#
        #expect(try refusal(#"{"message":{"token":"a b"}}"#) == .invalidToken)
        #expect(try refusal(#"{"message":{"token":""}}"#) == .invalidToken)
        #expect(try refusal(body, policy: .registeredOnly) == .invalidToken)
        var device = FCMDevice(token: token, projectID: Self.project)
        #expect(try refusal(body, policy: .registeredOnly, devices: [device]) == nil)
        device.state = .unregistered
        #expect(try refusal(body, devices: [device]) == .unregistered)
        device.projectID = "another"
        #expect(try refusal(body, devices: [device]) == .senderIDMismatch)
    }
}
