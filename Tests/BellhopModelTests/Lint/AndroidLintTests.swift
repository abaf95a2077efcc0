import BellhopModel
import Testing

@Suite("Linting messages for FCM")
struct AndroidLintTests {
    private func findings(_ text: String, as type: PayloadPushType? = nil) -> [String] {
        PayloadLint(pushType: type).report(on: Array(text.utf8)).findings.map { "\($0.rule.rawValue) \($0.path)" }
    }

    @Test(
        "Each mistake is found, by its rule and its place",
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
    func mistakes(_ text: String, _ expected: String) { #expect(findings(text) == [expected]) }

    @Test("A whole request, a message and a payload are told from Apple's")
    func forms() {
        let payload = #"{"data":{"a":"b"},"notification":{"title":"t"}}"#
        for text in [payload, #"{"android":\#(payload)}"#, #"{"message":{"token":"x","android":\#(payload)}}"#] {
            let report = PayloadLint().report(on: Array(text.utf8))
            #expect(report.pushType == .fcm && report.findings == [] && report.size == payload.utf8.count)
        }
        #expect(findings(#"{"aps":{"alert":"x","category":"TASK_COMPLETE"},"data":{"from":"x"}}"#) == [])
    }

    @Test("What is too large names its longest field; what is only said, it can be told")
    func size() throws {
        let long = String(repeating: "x", count: 4100)
        let report = PayloadLint().report(on: Array(#"{"data":{"a":"b","long":"\#(long)"}}"#.utf8))
        let finding = try #require(report.findings.first)
        #expect(finding.rule == .tooLarge && finding.path == "data.long" && report.limit == 4096)
        #expect(findings("{}", as: .fcm) == ["push_type data"])
    }
}
