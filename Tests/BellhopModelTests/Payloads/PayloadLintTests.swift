import BellhopModel
import BellhopTesting
import Testing

@Suite("Payload lint")
struct PayloadLintTests {
    /// A valid alert.
    private static let alert = #""alert":{"title":"t","body":"b"},"category":"TASK_COMPLETE""#
    private static let ask = #""type":"approval","requestId":"0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4d""#
    private static let digest = String(repeating: "a1", count: 32)
    private static let start =
        #""event":"start","timestamp":1700000000,"content-state":{"status":"x","elapsedSeconds":1}"#

    private func findings(_ text: String, as type: PayloadPushType? = nil) -> [String] {
        PayloadLint(pushType: type).report(on: Array(text.utf8)).findings.map { "\($0.rule.rawValue) \($0.path)" }
    }

    @Test(
        "Each defect is reported with its rule and path",
        arguments: [
            ("", "not_json "),
            ("{", "not_json "),
            ("[]", "not_json "),
            (#"{"aps":{\#(alert),"badge":"+1"}}"#, "relative_badge aps.badge"),
            (#"{"aps":{\#(alert),"badge":-1}}"#, "relative_badge aps.badge"),
            (#"{"aps":{\#(alert)},"badge_increment":1}"#, "relative_badge badge_increment"),
            (#"{"aps":{\#(alert),"sound":7}}"#, "wrong_value aps.sound"),
            (#"{"aps":{\#(alert),"colour":7}}"#, "unknown_key aps.colour"),
            (#"{"aps":{\#(alert),"relevance-score":7}}"#, "clamped aps.relevance-score"),
            (#"{"aps":{"alert":"x"}}"#, "missing_category aps.category"),
            (#"{"aps":{"alert":"x","category":"TASK_COMPLETED"}}"#, "unknown_category aps.category"),
            (#"{"aps":{\#(alert)},"imageURL":"https://example.com/a.png"}"#, "attachment_not_mutable imageURL"),
            (#"{"aps":{\#(alert)},"codePreview":"let a = 1"}"#, "attachment_not_mutable codePreview"),
            (
                #"{"aps":{\#(alert),"mutable-content":1},"image_url":"http://example.com/a.png"}"#,
                "attachment_address imageURL"
            ),
            (#"{"aps":{"badge":1,"mutable-content":1}}"#, "not_extended aps.mutable-content"),
            (#"{"aps":{\#(alert),"sound":{"critical":1,"name":"default"}}}"#, "critical_sound aps.sound"),
            (#"{"aps":{"alert":"password=hunter2hunter2","category":"TASK_COMPLETE"}}"#, "secret aps.alert.body"),
            (#"{"aps":{"alert":"a\u202Eb","category":"TASK_COMPLETE"}}"#, "hidden_text aps.alert.body"),
            (#"{"aps":{\#(alert)},\#(ask),"inputDigest":"\#(digest)"}"#, "missing_deadline deadline"),
            (
                #"{"aps":{\#(alert)},\#(ask),"inputDigest":"\#(digest)","deadline":1767225900}"#, "wrong_unit deadline"
            ),
            (#"{"aps":{\#(alert)},\#(ask),"deadline":1767225900000}"#, "missing_digest inputDigest"),
            (
                #"{"aps":{\#(alert)},\#(ask),"inputDigest":"AB","deadline":1767225900000}"#, "wrong_value inputDigest"
            ),
            (
                #"{"aps":{\#(alert)},"type":"question","deadline":1767225900000,"inputDigest":"\#(digest)"}"#,
                "missing_ask_id questionId"
            ),
            (
                #"{"aps":{\#(alert)},"type":"summary","summaryCount":2,"summaryCategory":"x"}"#,
                "missing_summary summaryId"
            ),
            (
                #"{"aps":{\#(alert)},"type":"summary","summaryId":"0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4d","#
                    + #""summaryCount":0,"summaryCategory":"x"}"#, "missing_summary summaryCount"
            ),
        ])
    func defects(_ text: String, _ expected: String) { #expect(findings(text) == [expected]) }

    @Test("A payload without aps is reported")
    func empty() {
        #expect(findings("{}") == ["missing_aps aps", "push_type aps"])
        #expect(findings(#"{"aps":{}}"#) == ["push_type aps"])
    }

    @Test(
        "Each push type has its own rules",
        arguments: [
            (PayloadPushType.background, #"{"aps":{"alert":"x"}}"#, ["content-available", "alert"]),
            (.background, #"{"aps":{"content-available":1,"sound":"default","badge":1}}"#, ["sound", "badge"]),
            (.liveActivity, #"{"aps":{\#(alert)}}"#, ["event"]),
            (.alert, #"{"aps":{\#(alert),\#(start),"event":"update"}}"#, ["event"]),
        ])
    func pushTypes(_ type: PayloadPushType, _ text: String, _ keys: [String]) {
        let found = findings(text, as: type)
        #expect(found == keys.map { "push_type aps.\($0)" })
    }

    @Test(
        "A Live Activity needs the fields of its event, with times in seconds",
        arguments: [
            (#""event":"update""#, ["live_activity aps.timestamp", "live_activity aps.content-state"]),
            (
                start,
                ["live_activity aps.attributes-type", "live_activity aps.attributes", "live_activity aps.alert"]
            ),
            (
                #""event":"update","timestamp":1700000000000,"content-state":{"status":"x","elapsedSeconds":1}"#,
                ["wrong_unit aps.timestamp"]
            ),
            (
                #""event":"update","timestamp":9,"stale-date":9,"content-state":{"status":"x","elapsedSeconds":1}"#,
                ["live_activity aps.stale-date"]
            ),
            (#""event":"update","timestamp":9,"content-state":{"score":1}"#, ["content_state aps.content-state"]),
            (#""event":"end","timestamp":9"#, ["content_state aps.content-state"]),
            (
                #""event":"end","timestamp":9,"dismissal-date":14410,"content-state":{"status":"x","elapsedSeconds":1}"#,
                ["content_state aps.dismissal-date"]
            ),
            (#""timestamp":9,"content-state":{"status":"x","elapsedSeconds":1}"#, ["live_activity aps.event"]),
        ])
    func liveActivity(_ keys: String, _ expected: [String]) { #expect(findings(#"{"aps":{\#(keys)}}"#) == expected) }

    @Test("A broadcast push cannot start an activity, and has a larger limit")
    func broadcast() {
        let keys = #"\#(Self.start),"attributes-type":"A","attributes":{},"alert":{"title":"t"}"#
        #expect(findings(#"{"aps":{\#(keys)}}"#, as: .broadcast) == ["live_activity aps.event"])
        #expect(PayloadPushType.broadcast.limit == 5120 && PayloadPushType.voip.limit == 5120)
    }

    @Test("A payload that is too large is reported with its longest field and the sizes")
    func size() throws {
        let long = String(repeating: "x", count: 4100)
        let report = PayloadLint().report(on: Array(#"{"aps":{\#(Self.alert)},"deepLink":"\#(long)"}"#.utf8))
        let finding = try #require(report.findings.first)
        #expect(report.findings.count == 1 && !report.isSendable)
        #expect(finding.rule == .tooLarge && finding.path == "deepLink")
        #expect(
            finding.message.contains("\(report.size) bytes, and the limit is 4096") && finding.message.contains("4102"))
        #expect(findings(#"{"aps":{"alert":"\#(long)"}}"#, as: .voip) == [])
    }

    @Test("White space and the Simulator's key do not count towards the size")
    func written() {
        let space = String(repeating: " ", count: 4100)
        #expect(findings(#"{"aps":{\#(Self.alert)}\#(space)}"#) == ["loose_text "])
        let plain = PayloadLint().report(on: Array(#"{"aps":{\#(Self.alert)}}"#.utf8))
        let file = PayloadLint().report(
            on: Array(#"{"Simulator Target Bundle":"dev.bellhop.app","aps":{\#(Self.alert)}}"#.utf8))
        #expect(plain == file && plain.isSendable && plain.findings.isEmpty)
    }

    @Test("An app's own categories are known when they are passed in")
    func ownCategories() {
        let bytes = Array(#"{"aps":{"alert":"x","category":"OURS"}}"#.utf8)
        #expect(PayloadLint(knownCategories: [CategoryID("OURS")]).report(on: bytes).findings.isEmpty)
        #expect(!PayloadLint().report(on: bytes).isSendable)
    }

    @Test("Errors precede warnings, and a report survives JSON")
    func report() throws {
        let report = PayloadLint().report(on: Array(#"{"aps":{"alert":"x","badge":"1"}}"#.utf8))
        #expect(report.findings.map(\.severity) == [.error, .warning])
        #expect(try CanonicalJSON.decode(PayloadLintReport.self, from: CanonicalJSON.encode(report)) == report)
        #expect(try CanonicalJSON.text(report).contains(#""push_type":"alert""#))
    }

    @Test("The lint accepts every golden payload", arguments: Golden.names(in: "built"))
    func built(_ name: String) throws {
        let report = PayloadLint().report(on: try Golden.bytes("built/\(name)"))
        #expect(report.findings == [])
    }

    @Test("Any bytes give a report")
    func fuzz() {
        var generator = SeededGenerator(seed: 7)
        let seed = Array(#"{"aps":{\#(Self.alert),"badge":1},\#(Self.ask),"imageURL":"https://a"}"#.utf8)
        for _ in 0..<300 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            let report = PayloadLint().report(on: bytes)
            #expect(report.limit == report.pushType.limit)
        }
    }
}

@Suite("Lint of messages for FCM")
struct AndroidLintTests {
    private func findings(_ text: String, as type: PayloadPushType? = nil) -> [String] {
        PayloadLint(pushType: type).report(on: Array(text.utf8)).findings.map { "\($0.rule.rawValue) \($0.path)" }
    }

    @Test(
        "Each defect is reported with its rule and path",
        arguments: [
            (#"{"data":{"from":"x"}}"#, "reserved_key data.from"),
            (#"{"data":{"collapse_key":"x"}}"#, "reserved_key data.collapse_key"),
            (#"{"data":{"google.c":"x"}}"#, "reserved_key data.google.c"),
            (#"{"android":{"data":{"gcm.n":"x"}}}"#, "reserved_key android.data.gcm.n"),
            (#"{"message":{"data":{"deadline":5}}}"#, "wrong_value message.data.deadline"),
            (#"{"message":{"data":[],"notification":{"title":"t"}}}"#, "wrong_value message.data"),
            (#"{"notification":"t","data":{"a":"b"}}"#, "wrong_value notification"),
            (#"{"data":{"a":"b"},"android":{"ttl":"60"}}"#, "wrong_value android.ttl"),
            (#"{"data":{"a":"b"},"ttl":"2419201s"}"#, "wrong_value ttl"),
            (#"{"data":{"a":"b"},"android":{"priority":"10"}}"#, "wrong_value android.priority"),
            (#"{"android":{"priority":"HIGH"}}"#, "push_type data"),
            (#"{"data":{"body":"password=hunter2hunter2"}}"#, "secret data.body"),
            (#"{"notification":{"title":"a\u202Eb"}}"#, "hidden_text notification.title"),
        ])
    func defects(_ text: String, _ expected: String) { #expect(findings(text) == [expected]) }

    @Test("A request, a message and a payload for FCM are distinguished from APNs payloads")
    func forms() {
        let payload = #"{"data":{"a":"b"},"notification":{"title":"t"}}"#
        for text in [payload, #"{"android":\#(payload)}"#, #"{"message":{"token":"x","android":\#(payload)}}"#] {
            let report = PayloadLint().report(on: Array(text.utf8))
            #expect(report.pushType == .fcm && report.findings == [] && report.size == payload.utf8.count)
        }
        #expect(findings(#"{"aps":{"alert":"x","category":"TASK_COMPLETE"},"data":{"from":"x"}}"#) == [])
    }

    @Test("A message that is too large is reported with its longest field")
    func size() throws {
        let long = String(repeating: "x", count: 4100)
        let report = PayloadLint().report(on: Array(#"{"data":{"a":"b","long":"\#(long)"}}"#.utf8))
        let finding = try #require(report.findings.first)
        #expect(finding.rule == .tooLarge && finding.path == "data.long" && report.limit == 4096)
        #expect(findings("{}", as: .fcm) == ["push_type data"])
    }
}
