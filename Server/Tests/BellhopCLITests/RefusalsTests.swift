import BellhopClient
import BellhopModel
import Foundation
import Testing

@testable import BellhopCLI

@Suite("What a server refuses, in the words of the command line")
struct RefusalsTests {
    private static func words(
        _ code: APIErrorCode, _ message: String? = nil, of command: Any.Type? = nil, retryAfter: Duration? = nil
    ) -> String {
        Refusals.words(for: ClientError.refused(APIError(code, message), retryAfter: retryAfter), of: command)
    }

    @Test("A field is called by the argument that it comes from")
    func fields() {
        func expect(_ message: String, of command: Any.Type, _ expected: String) {
            #expect(Self.words(.invalidRequest, message, of: command) == expected)
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
            "when.repeat: none of its days lies between when.at and when.repeat.until", of: ScheduleAddCommand.self,
            "--daily, --weekly: none of its days lies between --at and --until.")
    }

    @Test("A field that no argument of the command's becomes keeps its name")
    func otherFields() {
        #expect(Self.words(.invalidRequest, "mutes: 99; at most 50 are taken").hasPrefix("mutes: 99; "))
        #expect(Self.words(.invalidRequest, "no field", of: AskCommand.self).hasPrefix("no field. "))
    }

    @Test("The next step is a command, or a flag")
    func remedies() {
        #expect(
            Self.words(.scheduleInPast, "when: is over, by now; it is 9", of: ScheduleAddCommand.self)
                == "--at: is over, by now; it is 9. Name a later time, or send it at once with `bellhop send`.")
        #expect(Self.words(.scheduleEnded).hasSuffix("Make a new one with `bellhop schedule add`."))
        #expect(Self.words(.tooManyRequests, retryAfter: .seconds(7)).hasSuffix("Run this again in 7 s."))
    }

    @Test("No remedy speaks of routes, headers or the message itself", arguments: APIErrorCode.allCases)
    func commandLine(code: APIErrorCode) {
        let words = Self.words(code, "It.")
        for word in [
            "/v1/", "DELETE", "POST", "`Content-Type", "Retry-After", "Idempotency-Key", "that the message names",
        ] {
            #expect(!words.contains(word), "\(words)")
        }
    }

    @Test("A key that may not do this is named by where it was found, with the way to give another")
    func keys() {
        let message = "This route is for admin keys; yours is an agent key."
        let refusal = KeyRefusal(error: APIError(.forbidden, message), source: .environment)
        #expect(
            refusal.description.hasPrefix("This takes a key of role admin; the one in BELLHOP_KEY is of role agent. "))
        #expect(refusal.description.contains("--key") && refusal.description.contains("admin.key"))
        let unknown = KeyRefusal(error: APIError(.unauthorized), source: .file("/data/admin.key"))
        #expect(unknown.description.contains("the key in /data/admin.key"))
        #expect(Self.words(.forbidden, message).hasPrefix("This takes a key of role admin; yours is of role agent. "))
    }

    @Test("Without an admin key the file is named that was looked for, and how to give one")
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

    @Test("Only the server's own machine has the file, or may have")
    func places() {
        let folder = DataFolder(option: "/data", environment: [:])
        #expect(folder.isServer(of: ClientSettings(url: "http://127.0.0.1:8787"), elsewhere: nil))
        #expect(folder.isServer(of: ClientSettings(url: "https://push.example", dataFolder: "/data"), elsewhere: nil))
        #expect(!folder.isServer(of: ClientSettings(url: "https://push.example"), elsewhere: nil))
        #expect(!folder.isServer(of: ClientSettings(), elsewhere: "https://push.example"))
    }
}
