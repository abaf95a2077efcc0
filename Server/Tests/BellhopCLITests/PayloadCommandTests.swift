import ArgumentParser
import BellhopModel
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI

@Suite("bellhop payload lint")
struct PayloadCommandTests {
    private static let folder = Repository.root.appending(path: "App/Payloads").path

    private static func checked(_ text: String) -> CheckedPayload {
        CheckedPayload(file: "a.apns", report: PayloadLint().report(on: Array(text.utf8)))
    }

    @Test("The app's samples pass")
    func samples() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { $0.hasSuffix(".apns") }
        #expect(names.count > 20)
        let command = try PayloadCommand.Lint.parse(names.map { "\(Self.folder)/\($0)" } + ["--json"])
        #expect(throws: Never.self) { try command.run() }
    }

    @Test("Each finding is a line, and a valid payload is reported with its size")
    func lines() {
        #expect(
            Self.checked(#"{"aps":{"alert":"x","category":"new_item","badge":"+1"}}"#).lines == [
                "a.apns: error: aps.badge: must be the absolute count, from 0: the system does not add badges [relative_badge]"
            ])
        #expect(
            Self.checked(#"{"aps":{"alert":"x","category":"new_item"}}"#).lines == [
                "a.apns: ok (alert, new_item, 43 of 4096 bytes)"
            ])
    }

    @Test("The JSON report has the same findings")
    func json() throws {
        let text = try CanonicalJSON.text(Self.checked("nonsense"))
        #expect(
            text == #"{"file":"a.apns","report":{"findings":[{"message":"is not JSON","path":"","rule":"not_json"}],"#
                + #""limit":4096,"push_type":"alert","size":8}}"#)
    }

    @Test("Exit codes: 1 for an error, 2 for a missing file, 64 for an invalid type")
    func exits() throws {
        try TemporaryFolder.with { folder in
            let wrong = folder.appending(path: "wrong.apns")
            try Data("[]".utf8).write(to: wrong)
            #expect(throws: ExitCode.failure) { try PayloadCommand.Lint.parse([wrong.path]).run() }
            #expect(throws: ExitCode(2)) { try PayloadCommand.Lint.parse(["/none/a.apns"]).run() }
            let mistake = #expect(throws: (any Error).self) {
                try PayloadCommand.Lint.parse([wrong.path, "--type", "loud"])
            }
            #expect(PayloadCommand.Lint.exitCode(for: try #require(mistake)) == .validationFailure)
        }
    }
}
