import BellhopModel
import BellhopTesting
import Testing

@Suite("Linting payloads")
struct PayloadLintTests {
    /// Nothing is wrong with it.
    private static let alert = #""alert":{"title":"t","body":"b"},"category":"TASK_COMPLETE""#
    private static let ask = #""type":"approval","requestId":"0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4d""#
    private static let digest = String(repeating: "a1", count: 32)
    private static let start =
        #""event":"start","timestamp":1700000000,"content-state":{"status":"x","elapsedSeconds":1}"#

    private func findings(_ text: String, as type: PayloadPushType? = nil) -> [String] {
        PayloadLint(pushType: type).report(on: Array(text.utf8)).findings.map { "\($0.rule.rawValue) \($0.path)" }
    }

    @Test(
        "Each mistake is found, by its rule and its place",
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
    func mistakes(_ text: String, _ expected: String) { #expect(findings(text) == [expected]) }

    @Test("Without aps there is nothing for the system to show")
    func empty() {
        #expect(findings("{}") == ["missing_aps aps", "push_type aps"])
        #expect(findings(#"{"aps":{}}"#) == ["push_type aps"])
    }

    @Test(
        "Each push type has its rules",
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
        "A Live Activity has what its event needs, in seconds",
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

    @Test("A channel starts nothing, and takes more")
    func broadcast() {
        let keys = #"\#(Self.start),"attributes-type":"A","attributes":{},"alert":{"title":"t"}"#
        #expect(findings(#"{"aps":{\#(keys)}}"#, as: .broadcast) == ["live_activity aps.event"])
        #expect(PayloadPushType.broadcast.limit == 5120 && PayloadPushType.voip.limit == 5120)
    }

    @Test("What is too large names its longest field, and what each of the two takes")
    func size() throws {
        let long = String(repeating: "x", count: 4100)
        let report = PayloadLint().report(on: Array(#"{"aps":{\#(Self.alert)},"deepLink":"\#(long)"}"#.utf8))
        let finding = try #require(report.findings.first)
        #expect(report.findings.count == 1 && !report.isSendable)
        #expect(finding.rule == .tooLarge && finding.path == "deepLink")
        #expect(finding.message.contains("\(report.size) bytes of at most 4096") && finding.message.contains("4102"))
        #expect(findings(#"{"aps":{"alert":"\#(long)"}}"#, as: .voip) == [])
    }

    @Test("White space counts only as far as it is sent, and the Simulator's key never")
    func written() {
        let space = String(repeating: " ", count: 4100)
        #expect(findings(#"{"aps":{\#(Self.alert)}\#(space)}"#) == ["loose_text "])
        let plain = PayloadLint().report(on: Array(#"{"aps":{\#(Self.alert)}}"#.utf8))
        let file = PayloadLint().report(
            on: Array(#"{"Simulator Target Bundle":"dev.bellhop.app","aps":{\#(Self.alert)}}"#.utf8))
        #expect(plain == file && plain.isSendable && plain.findings.isEmpty)
    }

    @Test("An app's own categories are known when they are named")
    func ownCategories() {
        let bytes = Array(#"{"aps":{"alert":"x","category":"OURS"}}"#.utf8)
        #expect(PayloadLint(knownCategories: [CategoryID("OURS")]).report(on: bytes).findings.isEmpty)
        #expect(!PayloadLint().report(on: bytes).isSendable)
    }

    @Test("Errors stand before warnings, and the report reads the same as JSON")
    func report() throws {
        let report = PayloadLint().report(on: Array(#"{"aps":{"alert":"x","badge":"1"}}"#.utf8))
        #expect(report.findings.map(\.severity) == [.error, .warning])
        #expect(try CanonicalJSON.decode(PayloadLintReport.self, from: CanonicalJSON.encode(report)) == report)
        #expect(try CanonicalJSON.text(report).contains(#""push_type":"alert""#))
    }

    @Test("Whatever a golden payload of this system says, it can be sent", arguments: Golden.names(in: "built"))
    func built(_ name: String) throws {
        let report = PayloadLint().report(on: try Golden.bytes("built/\(name)"))
        #expect(report.findings == [])
    }

    @Test("Bytes of any kind give a report")
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
