import BellhopAgents
import BellhopModel
import Testing

@Suite("Scripts that a command runs")
struct ScriptTests {
    /// The paths of the scripts of `command`; `?` for paths that only a shell can expand.
    static func paths(_ command: String, tool: String = "Bash", _ more: [String: JSONValue] = [:]) throws -> [String] {
        var names: [ScriptName] = []
        let input: JSONValue = .object(["command": .string(command)].merging(more) { $1 })
        let bytes = try HookText.permission(.claude, tool: tool, input)
        _ = try HookIntent(of: HookInput(bytes, from: .claude)) { asked in
            names = asked
            return []
        }
        return names.map { ($0.path ?? "?") + ($0.isCertain ? "" : " perhaps") }
    }

    static let commands: [(String, [String])] = [
        ("bash ./release.sh", ["/home/user/shop/./release.sh"]),
        ("bash release.sh --now", ["/home/user/shop/release.sh"]),
        ("./release.sh", ["/home/user/shop/./release.sh"]), ("tools/x.py a", ["/home/user/shop/tools/x.py"]),
        ("/opt/x/run.sh", ["/opt/x/run.sh"]), ("~/bin/deploy", ["~/bin/deploy"]), ("$HOME/bin/a", ["~/bin/a"]),
        ("$PWD/a.sh", ["/home/user/shop/a.sh"]),
        ("python tools/x.py", ["/home/user/shop/tools/x.py"]), ("python3.12 -u x.py", ["/home/user/shop/x.py"]),
        ("python -W error x.py", ["/home/user/shop/x.py"]), ("/usr/bin/python3 x.py", ["/home/user/shop/x.py"]),
        (".venv/bin/python x.py", ["/home/user/shop/.venv/bin/python", "/home/user/shop/x.py"]),
        ("node x.js", ["/home/user/shop/x.js"]),
        ("node -r ./a.js b.js", ["/home/user/shop/./a.js", "/home/user/shop/b.js"]),
        ("bun run x.ts", ["/home/user/shop/x.ts"]), ("deno run x.ts", ["/home/user/shop/x.ts"]),
        ("go run main.go", ["/home/user/shop/main.go"]), ("php artisan migrate", ["/home/user/shop/artisan"]),
        ("sh -c ./x", ["/home/user/shop/./x"]), ("bash -ec './x a'", ["/home/user/shop/./x"]),
        ("bash -o pipefail x.sh", ["/home/user/shop/x.sh"]), ("bash < x.sh", ["/home/user/shop/x.sh"]),
        ("source env.sh", ["/home/user/shop/env.sh"]), (". ./env.sh && npm test", ["/home/user/shop/./env.sh"]),
        ("cd tools && ./x", ["/home/user/shop/tools/./x"]), ("cd /srv; bash a.sh", ["/srv/a.sh"]),
        ("A=b ./x", ["/home/user/shop/./x"]), ("env A=b ./x", ["/home/user/shop/./x"]),
        ("time ./x", ["/home/user/shop/./x"]), ("timeout 5 ./x", ["/home/user/shop/./x"]),
        ("sudo -u root ./x", ["/home/user/shop/./x perhaps"]), ("sudo bash x.sh", ["/home/user/shop/x.sh"]),
        ("if true; then ./x; fi", ["/home/user/shop/./x"]), ("npm test && ./x | tee log", ["/home/user/shop/./x"]),
        ("find . -name x -exec ./x {} +", ["/home/user/shop/./x"]), ("echo $(./x)", ["/home/user/shop/./x"]),
        ("./a; ./b; ./a", ["/home/user/shop/./a", "/home/user/shop/./b"]),
        ("sh -c sh -c ./x", ["/home/user/shop/./x"]), (String(repeating: "sh -c ", count: 9) + "./x", ["?"]),
        ("bash $SCRIPT", ["?"]), ("cd $X && ./x", ["?"]), ("bash *.sh", ["?"]),
        ("npm test", []), ("ls ./src", []), ("cat ./x.sh", []), ("make", []), ("git -C ./a status", []),
        ("python -m pytest tests/", []), ("python3 -c 'import a'", []), ("node -e 1", []), ("bash -c 'npm test'", []),
        ("/usr/bin/git status", []), ("find . -name '*.sh'", []), ("bun install", []), ("go test ./...", []), ("", []),
    ]

    @Test("Scripts of known programs are found relative to the current folder", arguments: commands)
    func names(_ row: (String, [String])) throws {
        #expect(try Self.paths(row.0) == row.1)
    }

    @Test("A command in another folder has its scripts there, and other tools have none")
    func folder() throws {
        #expect(try Self.paths("./x", ["cwd": "/srv"]) == ["/srv/./x"])
        #expect(try Self.paths("./x", ["workdir": "sub"]) == ["/home/user/shop/sub/./x"])
        #expect(try Self.paths("./x", tool: "Read") == ["/home/user/shop/./x"])
        let write: JSONValue = ["file_path": "a.sh", "content": "bash ./b.sh"]
        let bytes = try HookText.permission(.claude, tool: "Write", write)
        _ = try HookIntent(of: HookInput(bytes, from: .claude)) { names in
            #expect(names.isEmpty)
            return []
        }
    }

    static func draft(_ files: [ScriptFile]) throws -> AskDraft {
        let bytes = try HookText.permission(.claude, tool: "Bash", ["command": "bash ./release.sh"])
        let intent = try HookIntent(of: HookInput(bytes, from: .claude)) { _ in files }
        guard case .ask(let draft) = intent else { throw HookText.NoAsk(intent: intent) }
        return draft
    }

    static func file(_ state: ScriptFile.State) -> ScriptFile {
        ScriptFile(name: "./release.sh", path: "/home/user/shop/release.sh", state: state)
    }

    @Test("Size, digest and first lines are shown, and the digest of the ask covers them")
    func shown() throws {
        let digest = String(repeating: "ab", count: 32)
        let head = "#!/bin/sh\n\necho 1\necho 2\necho 3\necho 4\necho 5\n"
        let draft = try Self.draft([Self.file(.read(size: 50, sha256: digest, link: nil, head: head))])
        let lines = draft.content.body.split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "bash ./release.sh", "./release.sh: 50 bytes, SHA-256 abababababababab…", "| #!/bin/sh", "| echo 1",
                "| echo 2", "| echo 3", "| echo 4", "| …",
            ])
        #expect(draft.content.input.contains(#""sha256":"\#(digest)","size":50"#))
        #expect(draft.scripts.count == 1)
        let other = try Self.draft([
            Self.file(.read(size: 50, sha256: digest.replacing("ab", with: "cd"), link: nil, head: head))
        ])
        #expect(other.content.inputDigest != draft.content.inputDigest)
    }

    @Test(
        "A script of unknown content is listed first",
        arguments: [
            (.missing, "it does not exist yet"), (.unreadable, "it cannot be read"),
            (.notAFile, "it is not a regular file"),
            (.tooLarge(bytes: 20 << 20), "too large, 20 MiB"), (.unknownPath, "only a shell can expand its path"),
            (.oneTooMany, "the command runs more than 8 scripts"),
        ] as [(ScriptFile.Problem, String)])
    func unknownContent(_ problem: ScriptFile.Problem, _ words: String) throws {
        let draft = try Self.draft([Self.file(.unbound(problem))])
        #expect(draft.content.body == "⚠ ./release.sh is not bound: \(words)\nbash ./release.sh")
        #expect(draft.content.input.contains(#""not_bound":"\#(words)""#))
    }

    @Test("A binary file has no lines, and a link shows its target")
    func binary() throws {
        let digest = String(repeating: "0", count: 64)
        let draft = try Self.draft([Self.file(.read(size: 9, sha256: digest, link: "../x", head: nil))])
        #expect(
            draft.content.body
                == "bash ./release.sh\n./release.sh → ../x: 9 bytes, SHA-256 0000000000000000…\n| (no text)")
    }
}
