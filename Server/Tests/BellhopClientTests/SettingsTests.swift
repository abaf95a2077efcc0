import BellhopClient
import BellhopModel
import BellhopTestSupport
import Foundation
import Testing

@Suite("Client settings")
struct SettingsTests {
    @Test(
        "The environment determines the path of the file",
        arguments: [
            (["HOME": "/home/user"], "/home/user/.config/bellhop/config.json"),
            (["HOME": "/home/user", "XDG_CONFIG_HOME": "/cfg"], "/cfg/bellhop/config.json"),
            (["HOME": "/home/user", "XDG_CONFIG_HOME": ""], "/home/user/.config/bellhop/config.json"),
            (["XDG_CONFIG_HOME": "/cfg", "BELLHOP_CONFIG": "/own"], "/own/config.json"),
            (["BELLHOP_CONFIG": "/own/"], "/own/config.json"),
        ] as [([String: String], String)])
    func place(_ environment: [String: String], _ path: String) {
        #expect(SettingsFile(environment: environment).path == path)
    }

    @Test(
        "A relative configuration folder is rejected when the file is used",
        arguments: [
            (["BELLHOP_CONFIG": ".claude"], "BELLHOP_CONFIG"),
            (["BELLHOP_CONFIG": "./x", "HOME": "/h"], "BELLHOP_CONFIG"),
            (["HOME": "/home/user", "XDG_CONFIG_HOME": "cfg"], "XDG_CONFIG_HOME"), (["HOME": "home"], "HOME"),
        ] as [([String: String], String)])
    func relative(_ environment: [String: String], _ name: String) throws {
        let file = SettingsFile(environment: environment)
        let error = #expect(throws: ClientError.self) { try file.load() }
        #expect(error?.description.contains("\(name) is a relative path") == true)
        #expect(throws: ClientError.self) { try file.save(ClientSettings()) }
    }

    @Test(
        "The administrator's file overrides configuration, option and variable, and uses no other server's key")
    func trustFile() throws {
        try TemporaryFolder.with { place in
            let folder = place.path + "/etc"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try FileManager.default.setMode(0o755, ofItemAtPath: folder)
            let path = folder + "/trust.json"
            let file = TrustFile(path: path, owner: getuid())
            let own = ClientSettings(
                url: "http://127.0.0.1:1", key: Secret("bh_agent_own"),
                devices: [.init(id: Fixtures.deviceID, name: "own", publicKey: [4])])
            #expect(try own.governed(by: file) == own)

            let text = """
                {"url":"https://push.example.org","devices":[{"id":"0192f0c4-7b1e-7000-8000-000000000009","public_key":"\
                \(Base64.encode([UInt8](repeating: 4, count: 65)))"}]}
                """
            try Data(text.utf8).write(to: URL(filePath: path))
            try FileManager.default.setMode(0o644, ofItemAtPath: path)
            let governed = try own.governed(by: file)
            #expect(governed.url == "https://push.example.org" && governed.key == nil)
            #expect(governed.answerTrust.pins?.keys.contains(Fixtures.deviceID) == false)
            let settings = SettingsFile(path: place.path + "/config.json")
            for environment in [["BELLHOP_URL": "http://127.0.0.1:1", "BELLHOP_KEY": "bh_agent_x"]] {
                #expect(throws: ClientError.self) { try governed.access(environment: environment, file: settings) }
            }
            let access = try governed.access(environment: ["BELLHOP_KEY": "bh_agent_x"], file: settings)
            #expect(access.address.description.contains("push.example.org"))
        }
    }

    @Test("An administrator's file that other users can write is an error", arguments: [0o664, 0o646])
    func writableTrustFile(_ mode: Int) throws {
        try TemporaryFolder.with { place in
            let folder = place.path + "/etc"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try FileManager.default.setMode(0o755, ofItemAtPath: folder)
            let path = folder + "/trust.json"
            try Data(#"{"url":"http://127.0.0.1:1"}"#.utf8).write(to: URL(filePath: path))
            try FileManager.default.setMode(mode, ofItemAtPath: path)
            let file = TrustFile(path: path, owner: getuid())
            #expect(throws: ClientError.self) { try ClientSettings().governed(by: file) }
            try FileManager.default.setMode(0o644, ofItemAtPath: path)
            #expect(throws: ClientError.self) {
                try ClientSettings().governed(by: TrustFile(path: path, owner: getuid() + 1))
            }
            try FileManager.default.setMode(0o777, ofItemAtPath: folder)
            #expect(throws: ClientError.self) { try ClientSettings().governed(by: file) }
        }
    }

    static let whole = """
        {
          "admin_key" : "bh_admin_1",
          "devices" : [
            {
              "colour" : "blue",
              "id" : "0192f0c4-7b1e-7000-8000-000000000002",
              "name" : "Anna's iPhone",
              "public_key" : "\(Base64.encode([UInt8](repeating: 4, count: 65)))"
            }
          ],
          "future" : {
            "a" : [
              1,
              null
            ]
          },
          "key" : "bh_agent_1",
          "simulator" : {
            "phone_port" : 8788,
            "speed" : 2
          },
          "url" : "https://push.example.org"
        }

        """

    @Test("Settings are written as they were read, with unknown fields, readable by their owner only")
    func roundTrip() throws {
        try TemporaryFolder.with { place in
            let folder = place.path
            let file = SettingsFile(path: folder + "/new/folder/config.json")
            #expect(try file.load() == ClientSettings())
            try FileManager.default.createDirectory(atPath: folder + "/new/folder", withIntermediateDirectories: true)
            try Self.whole.write(toFile: file.path, atomically: true, encoding: .utf8)

            var settings = try file.load()
            #expect(settings.url == "https://push.example.org")
            #expect(settings.key == Secret("bh_agent_1"))
            #expect(settings.adminKey == Secret("bh_admin_1"))
            #expect(settings.simulator?.phonePort == 8788)
            #expect(settings.devices.map(\.name) == ["Anna's iPhone"])
            #expect(settings.answerTrust.pins == [Fixtures.deviceID: [UInt8](repeating: 4, count: 65)])

            try file.save(settings)
            #expect(try String(contentsOfFile: file.path, encoding: .utf8) == Self.whole)
            #expect(try FileManager.default.mode(ofItemAtPath: file.path) == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/new/folder") == ["config.json"])

            settings.key = Secret("bh_agent_2")
            settings.devices = []
            try file.save(settings)
            #expect(try file.load() == settings)
        }
    }

    @Test("A new file is created with its folder, and a symbolic link is kept")
    func newFileAndLink() throws {
        try TemporaryFolder.with { place in
            let folder = place.path
            let file = SettingsFile(path: folder + "/a/b/config.json")
            try file.save(ClientSettings(url: "http://localhost:1"))
            #expect(try file.load().url == "http://localhost:1")
            #expect(try FileManager.default.mode(ofItemAtPath: folder + "/a/b") == 0o700)

            let link = SettingsFile(path: folder + "/link.json")
            try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: file.path)
            try link.save(ClientSettings(url: "http://localhost:2"))
            #expect(try file.load().url == "http://localhost:2")
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
        }
    }

    @Test(
        "The error of an invalid file names the field",
        arguments: [
            ("{", "it is not JSON."),
            ("[]", "it must be one JSON object."),
            (#"{"url": 1}"#, "url: a text expected."),
            (#"{"key": ["x"]}"#, "key: a text expected."),
            (#"{"simulator": {"phone_port": 0}}"#, "simulator.phone_port: a port expected."),
            (#"{"devices": {}}"#, "devices: a list expected."),
            (#"{"devices": ["x"]}"#, "devices[0]: an object expected."),
            (#"{"devices": [{"id": "x"}]}"#, "devices[0].id: an id expected."),
            (
                #"{"devices": [{"id": "0192f0c4-7b1e-7000-8000-000000000002", "public_key": "AAAA"}]}"#,
                "devices[0].public_key: a public key of 65 bytes in Base64 expected."
            ),
        ])
    func problems(_ text: String, _ reason: String) throws {
        try TemporaryFolder.with { folder in
            let file = SettingsFile(path: folder.path + "/config.json")
            try text.write(toFile: file.path, atomically: true, encoding: .utf8)
            #expect(throws: ClientError.badFile(path: file.path, reason: reason)) { try file.load() }
        }
    }

    @Test("A folder in place of the file is reported as an error")
    func unreadable() throws {
        try TemporaryFolder.with { folder in
            let file = SettingsFile(path: folder.path + "/config.json")
            try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
            #expect(throws: ClientError.self) { try file.load() }
            #expect(throws: ClientError.self) { try file.save(ClientSettings()) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["config.json"])
        }
    }

    static let settings = ClientSettings(url: "http://file:1", key: Secret("file"), adminKey: Secret("file-admin"))
    static let file = SettingsFile(path: "/own/config.json")

    @Test("Options override the environment, and the environment overrides the file")
    func order() throws {
        let environment = ["BELLHOP_URL": "http://env:1", "BELLHOP_KEY": "env"]
        func access(
            _ url: String?, _ key: String?, _ environment: [String: String], as role: Role = .agent
        ) throws -> [String] {
            let access = try Self.settings.access(
                url: url, key: key.map(Secret.init), as: role, environment: environment, file: Self.file)
            return [access.address.description, access.key.reveal()]
        }
        #expect(try access("http://flag:1", "flag", environment) == ["http://flag:1", "flag"])
        #expect(try access(nil, nil, environment) == ["http://env:1", "env"])
        #expect(try access(nil, nil, ["BELLHOP_URL": "", "BELLHOP_KEY": ""]) == ["http://file:1", "file"])
        #expect(try access(nil, nil, [:], as: .admin) == ["http://file:1", "file-admin"])
    }

    @Test(
        "The file's key is used only for the file's server",
        arguments: [
            ("http://file:1", true), ("http://FILE:1/", true), ("https://file:1", false), ("http://file:2", false),
            ("http://evil:1", false), ("http://127.0.0.1:1", false),
        ])
    func keyOfOtherServer(_ url: String, _ isOwn: Bool) throws {
        for role in [Role.agent, .admin] {
            for (flag, environment) in [(url, [:]), (nil, ["BELLHOP_URL": url])] as [(String?, [String: String])] {
                func access(or fallback: Secret? = nil) throws -> Secret {
                    try Self.settings.access(
                        url: flag, as: role, or: fallback, environment: environment, file: Self.file
                    ).key
                }
                if isOwn {
                    #expect(try access() == (role == .admin ? Self.settings.adminKey : Self.settings.key))
                } else {
                    let refusal = #expect(throws: ClientError.self) { try access() }
                    #expect(refusal?.description.contains("is for http://file:1") == true)
                    #expect(try access(or: Secret("its own")) == Secret("its own"))
                }
            }
        }
    }

    @Test("All names of this machine are equal, and a key without an address is used for any server")
    func keyWithoutServer() throws {
        let here = ClientSettings(url: "http://127.0.0.1:8787", key: Secret("k"))
        for url in ["http://localhost:8787", "http://[::1]:8787"] {
            #expect(try here.access(url: url, environment: [:], file: Self.file).key == Secret("k"))
        }
        #expect(throws: ClientError.self) {
            try here.access(url: "http://127.0.0.1.evil.example:8787", environment: [:], file: Self.file)
        }
        let unbound = ClientSettings(key: Secret("k"))
        #expect(try unbound.access(url: "http://a", environment: [:], file: Self.file).key == Secret("k"))
    }

    @Test("The error of a missing setting names the ways to set it")
    func missing() {
        let noAddress = #expect(throws: ClientError.self) {
            try ClientSettings().access(environment: [:], file: Self.file)
        }
        #expect(noAddress?.description.contains("/own/config.json") == true)
        let noKey = #expect(throws: ClientError.self) {
            try ClientSettings(url: "http://a").access(as: .admin, environment: [:], file: Self.file)
        }
        #expect(noKey?.description.contains("admin_key") == true)
    }

    @Test("Printed settings contain no secret")
    func printing() {
        var output = ""
        dump(Self.settings, to: &output)
        #expect(!(output + "\(Self.settings)" + String(reflecting: Self.settings)).contains("file-admin"))
    }
}
