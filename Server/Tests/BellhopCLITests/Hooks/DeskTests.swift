import BellhopAgents
import BellhopClient
import BellhopModel
import BellhopTestSupport
import Foundation
import Synchronization
import Testing

@testable import BellhopCLI
@testable import BellhopHook
@testable import BellhopTerminal

@Suite("Where the hooks of a session meet")
struct HookSessionStateTests {
    static func withState(_ body: (StateFolder) throws -> Void) throws {
        try TemporaryFolder.with { try body(StateFolder(url: $0.appending(path: "state"))) }
    }

    static func withState(_ body: (StateFolder) async throws -> Void) async throws {
        try await TemporaryFolder.with { try await body(StateFolder(url: $0.appending(path: "state"))) }
    }

    static func desk(_ session: String, _ state: StateFolder) throws -> Desk {
        let input: JSONValue = ["hook_event_name": "Stop", "session_id": .string(session)]
        return try #require(Desk(of: HookInput(try CanonicalJSON.encode(input), from: .claude), in: state))
    }

    @Test(
        "The state folder never depends on the folder that an agent works in",
        arguments: [
            (["HOME": "/home/user"], "/home/user/.local/state/bellhop"),
            (["HOME": "/home/user", "XDG_STATE_HOME": "state"], "/home/user/.local/state/bellhop"),
            (["HOME": "/home/user", "XDG_STATE_HOME": ""], "/home/user/.local/state/bellhop"),
            (["HOME": "", "XDG_STATE_HOME": "/state"], "/state/bellhop"),
            (["HOME": ""], NSHomeDirectory() + "/.local/state/bellhop"),
        ])
    func place(environment: [String: String], path: String) {
        #expect(StateFolder(environment: environment).url.standardizedFileURL.path == path)
    }

    @Test("What is kept is readable by its owner only, whatever the session is called")
    func privacy() throws {
        try Self.withState { state in
            let desk = try Self.desk("../../etc/\u{1F600} \n", state)
            let ask = Self.ask
            desk.open(ask, about: ToolCall(id: "../..", subagent: nil, fingerprint: "ab"))
            _ = desk.heed(.begins(ToolCall(id: "../../x", subagent: nil, fingerprint: "cd")))
            let names = try FileManager.default.contentsOfDirectory(atPath: desk.folder.path)
            #expect(names.count == 2)
            #expect(desk.folder.deletingLastPathComponent().deletingLastPathComponent().path == state.url.path)
            #expect(try FileManager.default.mode(ofItemAtPath: desk.folder.path) == 0o700)
            for name in names {
                #expect(try FileManager.default.mode(ofItemAtPath: desk.folder.appending(path: name).path) == 0o600)
            }
        }
    }

    @Test("Sessions do not see each other; what ends is forgotten")
    func sessions() throws {
        try Self.withState { state in
            let (one, two) = (try Self.desk("1", state), try Self.desk("2", state))
            let ask = Self.ask
            let call = ToolCall(id: nil, subagent: nil, fingerprint: "ab")
            one.open(ask, about: call)
            #expect(one.isOpen(ask) && !two.isOpen(ask))
            #expect(two.heed(.sessionEnds) == [])
            #expect(one.heed(.settles(ToolCall(id: "u", subagent: nil, fingerprint: "ab"))) == [.ask(ask)])
            #expect(!one.isOpen(ask))
            #expect(one.heed(.sessionEnds) == [])
            #expect(!FileManager.default.fileExists(atPath: one.folder.path))
        }
    }

    @Test("A call's name is known from when it begins until it ends")
    func uses() throws {
        try Self.withState { state in
            let desk = try Self.desk("1", state)
            let prompt = ToolCall(id: nil, subagent: nil, fingerprint: "ab")
            #expect(desk.useID(of: prompt) == nil)
            let begun = ToolCall(id: "toolu_1", subagent: nil, fingerprint: "ab")
            _ = desk.heed(.begins(begun))
            #expect(desk.useID(of: prompt) == "toolu_1")
            #expect(desk.useID(of: ToolCall(id: nil, subagent: "s", fingerprint: "ab")) == nil)
            // Refused before, in a way that no event told of.
            let file = try #require(try FileManager.default.contentsOfDirectory(atPath: desk.folder.path).first)
            try FileManager.default.setAttributes(
                [.modificationDate: Date.now - 60], ofItemAtPath: desk.folder.appending(path: file).path)
            _ = desk.heed(.begins(ToolCall(id: "toolu_2", subagent: nil, fingerprint: "ab")))
            #expect(desk.useID(of: prompt) == "toolu_2")
            desk.forgetCall(like: prompt)
            #expect(desk.useID(of: prompt) == "toolu_1")
            _ = desk.heed(.settles(begun))
            #expect(desk.useID(of: prompt) == nil)
        }
    }

    @Test("A call that ends with another input than it began with ends its prompt, by its name")
    func changedInput() throws {
        try Self.withState { state in
            let desk = try Self.desk("1", state)
            let prompt = ToolCall(id: nil, subagent: nil, fingerprint: "ab")
            _ = desk.heed(.begins(ToolCall(id: "toolu_1", subagent: nil, fingerprint: "ab")))
            desk.open(Self.ask, about: prompt)
            // Another call's end.
            #expect(desk.heed(.settles(ToolCall(id: "toolu_2", subagent: nil, fingerprint: "cd"))) == [])
            #expect(desk.heed(.settles(ToolCall(id: "toolu_1", subagent: nil, fingerprint: "cd"))) == [.ask(Self.ask)])
            #expect(desk.useID(of: prompt) == nil)
            // The event of the beginning comes last.
            _ = desk.heed(.begins(ToolCall(id: "toolu_2", subagent: nil, fingerprint: "ab")))
            #expect(desk.useID(of: prompt) == nil)
        }
    }

    @Test("A call whose end is heard of before its beginning is over")
    func disorder() throws {
        try Self.withState { state in
            let desk = try Self.desk("1", state)
            let call = ToolCall(id: "toolu_1", subagent: nil, fingerprint: "ab")
            let prompt = ToolCall(id: nil, subagent: nil, fingerprint: "ab")
            _ = desk.heed(.settles(call))
            _ = desk.heed(.begins(call))
            #expect(desk.useID(of: prompt) == nil)
            _ = desk.heed(.begins(ToolCall(id: "toolu_2", subagent: nil, fingerprint: "ab")))
            #expect(desk.useID(of: prompt) == "toolu_2")
            _ = desk.heed(.turnEnds(subagent: nil))
            #expect(try FileManager.default.contentsOfDirectory(atPath: desk.folder.path) == [])
        }
    }

    @Test("A prompt that is over before its ask was made has none; another one about the same goes on")
    func earlyEnd() throws {
        try Self.withState { state in
            let desk = try Self.desk("1", state)
            let call = ToolCall(id: nil, subagent: nil, fingerprint: "ab")
            let over = try #require(desk.expect(call))
            #expect(desk.heed(.settles(ToolCall(id: "u", subagent: nil, fingerprint: "ab"))) == [])
            let ask = Self.ask
            #expect(!desk.open(.ask(ask), at: over) && !desk.isOpen(ask))
            let (one, two) = (try #require(desk.expect(call)), try #require(desk.expect(call)))
            #expect(desk.open(.ask(ask), at: one) && desk.open(.ask(ask), at: two) && desk.isOpen(ask))
        }
    }

    @Test("What was told of a prompt stays until it has been taken back")
    func told() throws {
        try Self.withState { state in
            let desk = try Self.desk("1", state)
            let told = ShownPrompt.notification(NotificationID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001))
            let prompt = try #require(desk.expect(ToolCall(id: nil, subagent: nil, fingerprint: "ab")))
            #expect(desk.open(told, at: prompt))
            #expect(desk.heed(.settles(ToolCall(id: "u", subagent: nil, fingerprint: "cd"))) == [])
            #expect(desk.heed(.settles(ToolCall(id: "v", subagent: nil, fingerprint: "ab"))) == [told])
            #expect(desk.heed(.turnEnds(subagent: nil)) == [told])
            desk.close(told)
            #expect(desk.heed(.sessionEnds) == [])
        }
    }

    @Test("What the agent says of a prompt is about what phones show, showed a moment ago, or will show in a moment")
    func standing() throws {
        try Self.withState { state in
            let desk = try Self.desk("1", state)
            let call = ToolCall(id: nil, subagent: nil, fingerprint: "ab")
            let settled = HookSessionEvent.settles(ToolCall(id: "u", subagent: nil, fingerprint: "ab"))
            func standing(_ seconds: Int64) -> StandingPrompt { desk.standing(at: Self.start + .seconds(seconds)) }
            #expect(standing(0) == .unshown(nil))
            let first = try #require(desk.expect(call))
            #expect(standing(0) == .onItsWay)
            #expect(desk.open(.ask(Self.ask), at: first))
            desk.leaveUnshown(first)
            #expect(standing(0) == .shown)
            desk.close(.ask(Self.ask), at: Self.start)
            // Closed for the second time, by the hook that waited for it.
            desk.close(.ask(Self.ask), at: Self.start + .seconds(4))
            #expect([0, 4, 5, -1].map(standing) == [.shown, .shown, .unshown(nil), .unshown(nil)])
            let second = try #require(desk.expect(call))
            desk.leaveUnshown(second)
            let name = "unshown-" + second.dropFirst(7)
            #expect(standing(6) == .unshown(name))
            #expect(desk.open(.notification(Self.told), at: name))
            #expect(standing(6) == .shown)
            #expect(desk.heed(settled, at: Self.start + .seconds(10)) == [.notification(Self.told)])
            desk.close(.notification(Self.told), at: Self.start + .seconds(10))
            #expect([14, 15].map(standing) == [.shown, .unshown(nil)])
            // Over in the terminal before anybody was told.
            let third = try #require(desk.expect(call))
            desk.leaveUnshown(third)
            #expect(desk.heed(settled, at: Self.start + .seconds(20)) == [])
            #expect([24, 25].map(standing) == [.shown, .unshown(nil)])
            #expect(desk.heed(.sessionEnds) == [])
            desk.close(.ask(Self.ask), at: Self.start)
            #expect(!FileManager.default.fileExists(atPath: desk.folder.path))
        }
    }

    private static let ask = AskID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)
    private static let told = NotificationID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0002)
    private static let start = Timestamp(seconds: 1_800_000_000)

    private static func nonce(_ name: String) -> String { "nonce-of-prompt-\(name)" }

    /// What a hook that starts finds, or makes as `fresh`.
    private static func shared(
        at desk: Desk, _ fresh: String, of prompt: String = "ab", after used: String? = nil, seconds: Int64 = 0
    ) async -> String? {
        let now = start + .seconds(seconds)
        // Whoever keeps the lock needs real time to let it go.
        let time = ClientTime(now: { now }, sleep: ClientTime.system.sleep)
        return await desk.nonce(of: prompt, after: used, by: time) {
            PromptNonce(nonce: fresh, until: now + .seconds(60))
        }
    }

    @Test("The hooks of one prompt find one nonce until it is over; the next prompt gets another")
    func nonces() async throws {
        try await Self.withState { state in
            let desk = try Self.desk("1", state)
            #expect(await Self.shared(at: desk, Self.nonce("n1")) == Self.nonce("n1"))
            #expect(await Self.shared(at: desk, Self.nonce("n2")) == Self.nonce("n1"))
            #expect(await Self.shared(at: desk, Self.nonce("x1"), of: "cd") == Self.nonce("x1"))
            #expect(try await Self.shared(at: Self.desk("2", state), Self.nonce("y1")) == Self.nonce("y1"))
            await desk.forget(Self.nonce("n1"), of: "ab", by: .system)
            #expect(await Self.shared(at: desk, Self.nonce("n3")) == Self.nonce("n3"))
            // The other hook of the first prompt ends late.
            await desk.forget(Self.nonce("n1"), of: "ab", by: .system)
            #expect(await Self.shared(at: desk, Self.nonce("n4")) == Self.nonce("n3"))
            #expect(desk.heed(.sessionEnds) == [])
            await desk.forget(Self.nonce("n3"), of: "ab", by: .system)
            #expect(!FileManager.default.fileExists(atPath: desk.folder.path))
        }
    }

    @Test("What a killed hook leaves behind serves its successor, and no prompt after the ask has ended")
    func leftNonce() async throws {
        try await Self.withState { state in
            let desk = try Self.desk("1", state)
            #expect(await Self.shared(at: desk, Self.nonce("n1")) == Self.nonce("n1"))
            #expect(await Self.shared(at: desk, Self.nonce("n2"), seconds: 59) == Self.nonce("n1"))
            #expect(await Self.shared(at: desk, Self.nonce("n3"), seconds: 60) == Self.nonce("n3"))
            // The server says that its ask has ended: the first of two hooks makes another one, the second finds that.
            for name in ["n4", "n5"] {
                let found = await Self.shared(at: desk, Self.nonce(name), after: Self.nonce("n3"), seconds: 60)
                #expect(found == Self.nonce("n4"))
            }
        }
    }

    @Test("Where nothing can be kept there is no nonce to share")
    func noNonce() async throws {
        try await Self.withState { state in
            // A file stands where the folder should.
            try Data().write(to: state.url)
            #expect(try await Self.shared(at: Self.desk("1", state), Self.nonce("n1")) == nil)
        }
    }

    @Test("Forty hooks that start at once share one nonce")
    func parallelNonces() async throws {
        try await Self.withState { state in
            let desk = try Self.desk("1", state)
            let nonces = await withTaskGroup(of: String?.self) { group in
                for index in 0..<40 {
                    group.addTask { await Self.shared(at: desk, Self.nonce("\(index)")) }
                }
                return await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(nonces.count == 1 && !nonces.contains(nil))
        }
    }

    @Test("Broken files are as good as none")
    func broken() async throws {
        try await Self.withState { state in
            let desk = try Self.desk("1", state)
            let ask = Self.ask
            desk.open(ask, about: ToolCall(id: nil, subagent: nil, fingerprint: "ab"))
            for name in ["open-nonsense", "told-nonsense", "call-1", "open-\(ask)", "tasks.json", "nonce-ab"] {
                try Data("{\"fing".utf8).write(to: desk.folder.appending(path: name))
            }
            #expect(desk.heed(.turnEnds(subagent: nil)) == [])
            let calls = await desk.changeTasks { kept in kept.tasks.calls }
            #expect(calls == 0)
            #expect(await Self.shared(at: desk, Self.nonce("n1")) == Self.nonce("n1"))
            #expect(await Self.shared(at: desk, "short", of: "cd") == "short")
            #expect(await Self.shared(at: desk, Self.nonce("n2"), of: "cd") == Self.nonce("n2"))
        }
    }

    @Test("Sessions of long ago are swept away")
    func sweep() async throws {
        try await Self.withState { state in
            let desk = try Self.desk("1", state)
            _ = await desk.changeTasks { kept in kept.reportedAt }
            Desk.sweep(state, untouchedSince: .now - 3600)
            #expect(FileManager.default.fileExists(atPath: desk.folder.path))
            Desk.sweep(state, untouchedSince: .now + 3600)
            #expect(!FileManager.default.fileExists(atPath: desk.folder.path))
        }
    }

    @Test("Forty hooks at once lose nothing of the list")
    func parallel() async throws {
        try await Self.withState { state in
            let desk = try Self.desk("1", state)
            let used: JSONValue = ["hook_event_name": "PostToolUse", "tool_name": "Bash", "session_id": "1"]
            let input = try HookInput(try CanonicalJSON.encode(used), from: .claude)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<40 {
                    group.addTask { await desk.changeTasks { kept in _ = kept.tasks.take(input) } }
                }
            }
            let calls = await desk.changeTasks { kept in kept.tasks.calls }
            #expect(calls == 40)
        }
    }

    @Test("A hook that is stopped while it has the list holds no other up")
    func stopped() async throws {
        try await Self.withState { state in
            let desk = try Self.desk("1", state)
            await desk.changeTasks { kept in kept.tasks = TaskList() }
            let lock = open(desk.folder.appending(path: "tasks.lock").path, O_RDWR)
            flock(lock, LOCK_EX)
            let pauses = Mutex(0)
            let time = ClientTime(now: ClientTime.system.now, sleep: { _ in pauses.withLock { $0 += 1 } })
            let value: Int? = await desk.changeTasks(pausing: time) { _ in 1 }
            #expect(value == nil)
            #expect(pauses.withLock { $0 } == 50)
            close(lock)
            let after: Int? = await desk.changeTasks(pausing: time) { _ in 1 }
            #expect(after == 1)
        }
    }

    @Test("Of a transcript counts what is added; it may be missing, cut, enormous, or replaced by a shorter one")
    func transcripts() throws {
        try Self.withState { state in
            try FileManager.default.createDirectory(at: state.url, withIntermediateDirectories: true)
            let file = state.url.appending(path: "t.jsonl")
            var tail = TranscriptTail(path: file.path)
            func isFound() -> Bool { tail.holdsResult(of: "u") }
            #expect(!isFound())
            let result = #"{"message":{"content":[{"type":"tool_result","tool_use_id":"u"}]}}"# + "\n"
            try Data((String(repeating: "x", count: 6 << 20) + "\n" + result).utf8).write(to: file)
            #expect(isFound() && isFound())
            let isOther = tail.holdsResult(of: "v")
            #expect(!isOther)
            // What stood there when it began to look.
            tail = TranscriptTail(path: "~/t.jsonl", home: state.url.path)
            #expect(!isFound())
            let half = result.prefix(30)
            try append(String(half), to: file)
            #expect(!isFound())
            try append(String(result.dropFirst(30)), to: file)
            #expect(isFound())
            tail = TranscriptTail(path: file.path)
            #expect(!isFound())
            try Data(result.utf8).write(to: file)
            #expect(isFound())
        }
    }

    private func append(_ text: String, to file: URL) throws {
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }
}

extension Desk {
    @discardableResult
    func heed(_ news: HookSessionEvent) -> [ShownPrompt] { heed(news, at: ClientTime.system.now()) }

    func close(_ shown: ShownPrompt) { close(shown, at: ClientTime.system.now()) }

    /// Puts an ask on the desk whose prompt nothing has ended.
    func open(_ ask: AskID, about call: ToolCall) {
        #expect(expect(call).map { open(.ask(ask), at: $0) } == true)
    }
}
