import ArgumentParser
import BellhopAPNs
import BellhopFCM
import BellhopModel
import BellhopSimulators
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("Credentials in options")
struct GatewayOptionsTests {
    @Test("Apps are assigned to one of several ids")
    func apps() throws {
        func read(_ apps: [String], _ owners: [String]) throws -> [String: Set<String>] {
            try AppAssignment.read(apps, to: owners, option: "--apns-app", owner: "key")
        }
        #expect(try read([], []) == [:])
        #expect(try read([], ["A"]) == [:])
        #expect(try read(["B=b.c", "B=b.d", "B=b.c"], ["A", "B"]) == ["B": ["b.c", "b.d"]])
        for (apps, owners) in [
            (["B"], ["A", "B"]), (["=b"], ["A", "B"]), (["B="], ["A", "B"]), (["B=a b"], ["A", "B"]),
            (["C=a"], ["A", "B"]), (["A=a", "B=a"], ["A", "B"]), ([], ["A", "B"]), (["C=a"], ["A", "B", "C"]),
        ] as [([String], [String])] {
            let failure = #expect(throws: CommandFailure.self) { try read(apps, owners) }
            #expect(failure?.exitCode == .validationFailure && failure?.description.contains("--apns-app") == true)
        }
    }

    @Test("APNs keys, key ids and team ids belong together by position")
    func positions() throws {
        try TemporaryFolder.with { folder in
            let keys = [SimulatedCredential(), SimulatedCredential(keyID: "SIMKEY0002", teamID: "SIMTEAM002")]
            var arguments: [String] = []
            for key in keys {
                let file = folder.appending(path: key.keyID)
                try Data(key.p8.reveal().utf8).write(to: file)
                arguments += ["--apns-key", file.path, "--apns-key-id", key.keyID, "--apns-team-id", key.teamID]
            }
            func read(_ arguments: [String]) throws -> [APNsCredential] {
                try APNsOptions.parse(arguments).credentials()
            }
            let credentials = try read(arguments + ["--apns-app", "SIMKEY0002=com.example.other"])
            #expect(credentials.map(\.teamID) == ["SIMTEAM001", "SIMTEAM002"])
            #expect(credentials.map(\.keyID) == ["SIMKEY0001", "SIMKEY0002"])
            #expect(credentials.map(\.apps) == [nil, ["com.example.other"]])
            let failure = #expect(throws: CommandFailure.self) { try read(Array(arguments.dropLast(2))) }
            #expect(failure?.description.hasSuffix("equally often (2, 2 and 1 times now).") == true)
            #expect(throws: CommandFailure.self) { try read(arguments) }
        }
    }

    @Test("Service accounts are identified by their project")
    func projects() throws {
        try TemporaryFolder.with { folder in
            var arguments: [String] = []
            for project in ["one", "two"] {
                let file = folder.appending(path: project)
                let account = try SimulatedServiceAccount(projectID: project)
                try Data(account.keyFile(tokenURI: "https://a.b/token").reveal().utf8).write(to: file)
                arguments += ["--fcm-service-account", file.path]
            }
            #expect(throws: CommandFailure.self) { try FCMOptions.parse(arguments).accounts() }
            let accounts = try FCMOptions.parse(arguments + ["--fcm-app", "two=com.example.other"]).accounts()
            #expect(accounts.map(\.projectID) == ["one", "two"])
            #expect(accounts.map(\.apps) == [nil, ["com.example.other"]])
        }
    }
}
