import BellhopClient
import BellhopModel
import Foundation
import Testing

@testable import BellhopCLI

@Suite("Error messages for refused requests")
struct RefusalTextTests {
    private static func message(
        _ code: APIErrorCode, _ message: String? = nil, of command: Any.Type? = nil, retryAfter: Duration? = nil
    ) -> String {
        RefusalText.message(for: ClientError.refused(APIError(code, message), retryAfter: retryAfter), of: command)
    }

    @Test("A field is named by its argument")
    func fields() {
        func expect(_ message: String, of command: Any.Type, _ expected: String) {
            #expect(Self.message(.invalidRequest, message, of: command) == expected)
        }
        expect(
            "frequency_cap.limit: 0; takes 1 to 1000 pushes", of: CapCommand.self,
            "<limit>: 0; takes 1 to 1000 pushes.")
        expect(
            #"questions[0].options[1].label: "a" is offered twice"#, of: AskCommand.self,
            #"--option: "a" is offered twice."#)
        expect(
            "notification.options.badge: -1; takes 0 to 99999", of: SendCommand.self, "--badge: -1; takes 0 to 99999.")
        expect(
            "options.data.aps: is the payload's own; choose another key", of: SendCommand.self,
            "--field aps: is the payload's own; choose another key.")
        expect(
            "when.repeat: none of its days is between when.at and when.repeat.until", of: ScheduleAddCommand.self,
            "--daily, --weekly: none of its days is between --at and --until.")
    }

    @Test("A field without an argument keeps its name")
    func otherFields() {
        #expect(Self.message(.invalidRequest, "mutes: 99; at most 50 are accepted").hasPrefix("mutes: 99; "))
        #expect(Self.message(.invalidRequest, "no field", of: AskCommand.self).hasPrefix("no field. "))
    }

    @Test("The remedy is a command or an option")
    func remedies() {
        #expect(
            Self.message(.scheduleInPast, "when: has passed; the current time is 9", of: ScheduleAddCommand.self)
                == "--at: has passed; the current time is 9. Use a later time, or send it now with `bellhop send`.")
        #expect(Self.message(.scheduleEnded).hasSuffix("Create a new one with `bellhop schedule add`."))
        #expect(Self.message(.tooManyRequests, retryAfter: .seconds(7)).hasSuffix("Run this again in 7 s."))
    }

    @Test("No remedy mentions routes, headers or the API's message", arguments: APIErrorCode.allCases)
    func commandLine(code: APIErrorCode) {
        let message = Self.message(code, "It.")
        for word in [
            "/v1/", "DELETE", "POST", "`Content-Type", "Retry-After", "Idempotency-Key", "that the message names",
        ] {
            #expect(!message.contains(word), "\(message)")
        }
    }

    @Test("A key without the required role is named by its source, with a remedy")
    func keys() {
        let message = "This route is for admin keys; yours has the role agent."
        let refusal = KeyRefusal(error: APIError(.forbidden, message), source: .environment)
        #expect(
            refusal.description.hasPrefix(
                "This needs a key with the role admin; the one in BELLHOP_KEY has the role agent. "))
        #expect(refusal.description.contains("--key") && refusal.description.contains("admin.key"))
        let unknown = KeyRefusal(error: APIError(.unauthorized), source: .file("/data/admin.key"))
        #expect(unknown.description.contains("the key in /data/admin.key"))
        #expect(
            Self.message(.forbidden, message).hasPrefix(
                "This needs a key with the role admin; yours has the role agent. "))
    }

    @Test("A missing admin key is reported with the expected file and the alternatives")
    func noKey() {
        let settings = ClientSettings(url: "http://127.0.0.1:8787")
        let error = #expect(throws: ClientError.self) {
            try settings.access(
                as: .admin, from: "/data/admin.key", environment: [:], file: SettingsFile(path: "/c/config.json"))
        }
        for word in ["/data/admin.key", "BELLHOP_KEY", "--key", "/c/config.json"] {
            #expect(error?.description.contains(word) == true)
        }
        #expect(error?.description.contains("own machine") == false)
    }

    @Test("The admin key in the data folder is used only for the server of that folder")
    func places() {
        let folder = DataFolder(option: "/data", environment: [:])
        #expect(folder.isServer(of: ClientSettings(url: "http://127.0.0.1:8787"), at: nil))
        #expect(folder.isServer(of: ClientSettings(url: "https://push.example", dataFolder: "/data"), at: nil))
        #expect(!folder.isServer(of: ClientSettings(url: "https://push.example"), at: nil))
        #expect(!folder.isServer(of: ClientSettings(), at: "https://push.example"))
    }
}
