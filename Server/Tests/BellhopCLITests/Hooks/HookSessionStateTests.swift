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

@Suite("Session state of hooks")
struct HookSessionStateTests {
    static func withState(_ body: (StateFolder) throws -> Void) throws {
        try TemporaryFolder.with { try body(StateFolder(url: $0.appending(path: "state"))) }
    }

    static func withState(_ body: (StateFolder) async throws -> Void) async throws {
        try await TemporaryFolder.with { try await body(StateFolder(url: $0.appending(path: "state"))) }
    }

    static func session(_ session: String, _ state: StateFolder) throws -> HookSessionState {
        let input: JSONValue = ["hook_event_name": "Stop", "session_id": .string(session)]
        return try #require(HookSessionState(of: HookInput(try CanonicalJSON.encode(input), from: .claude), in: state))
    }

    @Test(
        "The state folder does not depend on the working folder",
        arguments: [
            (["HOME": "/home/user"], "/home/user/.local/state/bellhop"),
            (["HOME": "/home/user", "XDG_STATE_HOME": "state"], "/home/user/.local/state/bellhop"),
            (["HOME": "/home/user", "XDG_STATE_HOME": ""], "/home/user/.local/state/bellhop"),
            (["HOME": "", "XDG_STATE_HOME": "/state"], "/state/bellhop"),
            (["HOME": ""], NSHomeDirectory() + "/.local/state/bellhop"),
        ])
    func folder(environment: [String: String], path: String) {
        #expect(StateFolder(environment: environment).url.standardizedFileURL.path == path)
    }

    @Test("Files are readable by their owner only, for any session name")
    func privacy() throws {
        try Self.withState { state in
            let session = try Self.session("../../etc/\u{1F600} \n", state)
            let ask = Self.ask
            session.addAsk(ask, about: ToolCall(id: "../..", subagent: nil, fingerprint: "ab"))
            _ = session.apply(.callBegan(ToolCall(id: "../../x", subagent: nil, fingerprint: "cd")))
            let names = try FileManager.default.contentsOfDirectory(atPath: session.folder.path)
            #expect(names.count == 2)
            #expect(session.folder.deletingLastPathComponent().deletingLastPathComponent().path == state.url.path)
            #expect(try FileManager.default.mode(ofItemAtPath: session.folder.path) == 0o700)
            for name in names {
                #expect(try FileManager.default.mode(ofItemAtPath: session.folder.appending(path: name).path) == 0o600)
            }
        }
    }

    @Test("Sessions are separate, and ended prompts are removed")
    func sessions() throws {
        try Self.withState { state in
            let (one, two) = (try Self.session("1", state), try Self.session("2", state))
            let ask = Self.ask
            let call = ToolCall(id: nil, subagent: nil, fingerprint: "ab")
            one.addAsk(ask, about: call)
            #expect(one.contains(.asked(ask)) && !two.contains(.asked(ask)))
            #expect(two.apply(.sessionEnded) == [])
            #expect(one.apply(.callEnded(ToolCall(id: "u", subagent: nil, fingerprint: "ab"))) == [.asked(ask)])
            #expect(!one.contains(.asked(ask)))
            #expect(one.apply(.sessionEnded) == [])
            #expect(!FileManager.default.fileExists(atPath: one.folder.path))
        }
    }

    @Test("The name of a call is known from its beginning to its end")
    func calls() throws {
        try Self.withState { state in
            let session = try Self.session("1", state)
            let prompt = ToolCall(id: nil, subagent: nil, fingerprint: "ab")
            #expect(session.toolUseID(of: prompt) == nil)
            let begun = ToolCall(id: "toolu_1", subagent: nil, fingerprint: "ab")
            _ = session.apply(.callBegan(begun))
            #expect(session.toolUseID(of: prompt) == "toolu_1")
            #expect(session.toolUseID(of: ToolCall(id: nil, subagent: "s", fingerprint: "ab")) == nil)
            // Refused before, without an event.
            let file = try #require(try FileManager.default.contentsOfDirectory(atPath: session.folder.path).first)
            try FileManager.default.setAttributes(
                [.modificationDate: Date.now - 60], ofItemAtPath: session.folder.appending(path: file).path)
            _ = session.apply(.callBegan(ToolCall(id: "toolu_2", subagent: nil, fingerprint: "ab")))
            #expect(session.toolUseID(of: prompt) == "toolu_2")
            session.removeCall(like: prompt)
            #expect(session.toolUseID(of: prompt) == "toolu_1")
            _ = session.apply(.callEnded(begun))
            #expect(session.toolUseID(of: prompt) == nil)
        }
    }

    @Test("A call that ends with another input than it began with ends its prompt by its id")
    func changedInput() throws {
        try Self.withState { state in
            let session = try Self.session("1", state)
            let prompt = ToolCall(id: nil, subagent: nil, fingerprint: "ab")
            _ = session.apply(.callBegan(ToolCall(id: "toolu_1", subagent: nil, fingerprint: "ab")))
            session.addAsk(Self.ask, about: prompt)
            // The end of another call.
            #expect(session.apply(.callEnded(ToolCall(id: "toolu_2", subagent: nil, fingerprint: "cd"))) == [])
            #expect(
                session.apply(.callEnded(ToolCall(id: "toolu_1", subagent: nil, fingerprint: "cd"))) == [
                    .asked(Self.ask)
                ])
            #expect(session.toolUseID(of: prompt) == nil)
            // The event of the beginning arrives last.
            _ = session.apply(.callBegan(ToolCall(id: "toolu_2", subagent: nil, fingerprint: "ab")))
            #expect(session.toolUseID(of: prompt) == nil)
        }
    }

    @Test("A call whose end is reported before its beginning counts as ended")
    func endFirst() throws {
        try Self.withState { state in
            let session = try Self.session("1", state)
            let call = ToolCall(id: "toolu_1", subagent: nil, fingerprint: "ab")
            let prompt = ToolCall(id: nil, subagent: nil, fingerprint: "ab")
            _ = session.apply(.callEnded(call))
            _ = session.apply(.callBegan(call))
            #expect(session.toolUseID(of: prompt) == nil)
            _ = session.apply(.callBegan(ToolCall(id: "toolu_2", subagent: nil, fingerprint: "ab")))
            #expect(session.toolUseID(of: prompt) == "toolu_2")
            _ = session.apply(.turnEnded(subagent: nil))
            #expect(try FileManager.default.contentsOfDirectory(atPath: session.folder.path) == [])
        }
    }

    @Test("A prompt that ended before its ask was made cannot be asked, and an equal prompt stays open")
    func earlyEnd() throws {
        try Self.withState { state in
            let session = try Self.session("1", state)
            let call = ToolCall(id: nil, subagent: nil, fingerprint: "ab")
            let over = try #require(session.addPrompt(about: call))
            #expect(session.apply(.callEnded(ToolCall(id: "u", subagent: nil, fingerprint: "ab"))) == [])
            let ask = Self.ask
            #expect(!session.move(over, to: .asked(ask)) && !session.contains(.asked(ask)))
            let (one, two) = (
                try #require(session.addPrompt(about: call)), try #require(session.addPrompt(about: call))
            )
            #expect(
                session.move(one, to: .asked(ask)) && session.move(two, to: .asked(ask))
                    && session.contains(.asked(ask)))
        }
    }

    @Test(
        "The end of a call that the phone approved does not end an equal prompt that opened in between",
        arguments: [true, false])
    func approvedCall(_ isBegun: Bool) async throws {
        try await Self.withState { state in
            let session = try Self.session("1", state)
            let prompt = ToolCall(id: nil, subagent: nil, fingerprint: "ab")
            let first = ToolCall(id: "toolu_1", subagent: nil, fingerprint: "ab")
            // The hook of the beginning may run last.
            if isBegun { session.apply(.callBegan(first)) }
            // Two hooks may share the ask.
            for _ in 0..<2 { await session.recordApproval(of: prompt, by: Self.ask, time: .system) }
            #expect(session.toolUseID(of: prompt) == nil)
            if !isBegun { session.apply(.callBegan(first)) }
            session.addAsk(Self.ask, about: prompt)
            #expect(session.apply(.callEnded(first)) == [] && session.contains(.asked(Self.ask)))
            #expect(session.toolUseID(of: prompt) == nil)
            let second = ToolCall(id: "toolu_2", subagent: nil, fingerprint: "ab")
            session.apply(.callBegan(second))
            #expect(session.toolUseID(of: prompt) == "toolu_2")
            #expect(session.apply(.callEnded(second)) == [.asked(Self.ask)])
            let files = try FileManager.default.contentsOfDirectory(atPath: session.folder.path)
            #expect(files.sorted() == ["closed.json", "prompts.lock"])
        }
    }

    @Test("A notified prompt stays until its notification was cancelled")
    func notified() throws {
        try Self.withState { state in
            let session = try Self.session("1", state)
            let told = OpenPrompt.notified(NotificationID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001))
            let prompt = try #require(session.addPrompt(about: ToolCall(id: nil, subagent: nil, fingerprint: "ab")))
            #expect(session.move(prompt, to: told))
            #expect(session.apply(.callEnded(ToolCall(id: "u", subagent: nil, fingerprint: "cd"))) == [])
            #expect(session.apply(.callEnded(ToolCall(id: "v", subagent: nil, fingerprint: "ab"))) == [told])
            #expect(session.apply(.turnEnded(subagent: nil)) == [told])
            session.close(told)
            #expect(session.apply(.sessionEnded) == [])
        }
    }

    @Test("A reported prompt is on a phone, pending or unsent")
    func reportedPrompts() throws {
        try Self.withState { state in
            let session = try Self.session("1", state)
            let call = ToolCall(id: nil, subagent: nil, fingerprint: "ab")
            let settled = HookSessionEvent.callEnded(ToolCall(id: "u", subagent: nil, fingerprint: "ab"))
            func reported(_ seconds: Int64) -> HookSessionState.ReportedPrompt {
                session.reportedPrompt(at: Self.start + .seconds(seconds))
            }
            #expect(reported(0) == .unsent(nil))
            let first = try #require(session.addPrompt(about: call))
            #expect(reported(0) == .pending)
            #expect(session.move(first, to: .asked(Self.ask)))
            session.markUnsent(first)
            #expect(reported(0) == .onPhone)
            session.close(.asked(Self.ask), at: Self.start)
            // Closed for the second time, by the hook that waited for it.
            session.close(.asked(Self.ask), at: Self.start + .seconds(4))
            #expect([0, 4, 5, -1].map(reported) == [.onPhone, .onPhone, .unsent(nil), .unsent(nil)])
            let second = try #require(session.addPrompt(about: call))
            session.markUnsent(second)
            guard case .unsent(let unsent?) = reported(6) else {
                Issue.record("The prompt is not unsent.")
                return
            }
            #expect(session.move(unsent, to: .notified(Self.told)))
            #expect(reported(6) == .onPhone)
            #expect(session.apply(settled, at: Self.start + .seconds(10)) == [.notified(Self.told)])
            session.close(.notified(Self.told), at: Self.start + .seconds(10))
            #expect([14, 15].map(reported) == [.onPhone, .unsent(nil)])
            // Answered in the terminal before a notification was sent.
            let third = try #require(session.addPrompt(about: call))
            session.markUnsent(third)
            #expect(session.apply(settled, at: Self.start + .seconds(20)) == [])
            #expect([24, 25].map(reported) == [.onPhone, .unsent(nil)])
            #expect(session.apply(.sessionEnded) == [])
            session.close(.asked(Self.ask), at: Self.start)
            #expect(!FileManager.default.fileExists(atPath: session.folder.path))
        }
    }

    private static let ask = AskID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)
    private static let told = NotificationID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0002)
    private static let start = Timestamp(seconds: 1_800_000_000)

    private static func nonce(_ name: String) -> String { "nonce-of-prompt-\(name)" }

    /// The nonce that a starting hook finds, or creates as `fresh`.
    private static func shared(
        at session: HookSessionState, _ fresh: String, of prompt: String = "ab", after used: String? = nil,
        seconds: Int64 = 0
    ) async -> String? {
        let now = start + .seconds(seconds)
        // The holder of the lock needs real time to release it.
        let time = ClientTime(now: { now }, sleep: ClientTime.system.sleep)
        return await session.nonce(of: prompt, after: used, time: time) {
            PromptNonce(nonce: fresh, until: now + .seconds(60))
        }
    }

    @Test("The hooks of one prompt share a nonce until it has ended, and the next prompt gets another")
    func nonces() async throws {
        try await Self.withState { state in
            let session = try Self.session("1", state)
            #expect(await Self.shared(at: session, Self.nonce("n1")) == Self.nonce("n1"))
            #expect(await Self.shared(at: session, Self.nonce("n2")) == Self.nonce("n1"))
            #expect(await Self.shared(at: session, Self.nonce("x1"), of: "cd") == Self.nonce("x1"))
            #expect(try await Self.shared(at: Self.session("2", state), Self.nonce("y1")) == Self.nonce("y1"))
            await session.removeNonce(Self.nonce("n1"), of: "ab", time: .system)
            #expect(await Self.shared(at: session, Self.nonce("n3")) == Self.nonce("n3"))
            // The other hook of the first prompt ends late.
            await session.removeNonce(Self.nonce("n1"), of: "ab", time: .system)
            #expect(await Self.shared(at: session, Self.nonce("n4")) == Self.nonce("n3"))
            #expect(session.apply(.sessionEnded) == [])
            await session.removeNonce(Self.nonce("n3"), of: "ab", time: .system)
            #expect(!FileManager.default.fileExists(atPath: session.folder.path))
        }
    }

    @Test("The nonce of a killed hook is reused by the next hook until its ask has ended")
    func killedHook() async throws {
        try await Self.withState { state in
            let session = try Self.session("1", state)
            #expect(await Self.shared(at: session, Self.nonce("n1")) == Self.nonce("n1"))
            #expect(await Self.shared(at: session, Self.nonce("n2"), seconds: 59) == Self.nonce("n1"))
            #expect(await Self.shared(at: session, Self.nonce("n3"), seconds: 60) == Self.nonce("n3"))
            // The ask on the server has ended: the first of two hooks creates a nonce, and the second finds it.
            for name in ["n4", "n5"] {
                let found = await Self.shared(at: session, Self.nonce(name), after: Self.nonce("n3"), seconds: 60)
                #expect(found == Self.nonce("n4"))
            }
        }
    }

    @Test("Without a writable folder there is no shared nonce")
    func noNonce() async throws {
        try await Self.withState { state in
            // A file in place of the folder.
            try Data().write(to: state.url)
            #expect(try await Self.shared(at: Self.session("1", state), Self.nonce("n1")) == nil)
        }
    }

    @Test("Forty hooks that start at once share one nonce")
    func parallelNonces() async throws {
        try await Self.withState { state in
            let session = try Self.session("1", state)
            let nonces = await withTaskGroup(of: String?.self) { group in
                for index in 0..<40 {
                    group.addTask { await Self.shared(at: session, Self.nonce("\(index)")) }
                }
                return await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(nonces.count == 1 && !nonces.contains(nil))
        }
    }

    @Test("Broken files count as missing")
    func broken() async throws {
        try await Self.withState { state in
            let session = try Self.session("1", state)
            let ask = Self.ask
            session.addAsk(ask, about: ToolCall(id: nil, subagent: nil, fingerprint: "ab"))
            for name in ["asked-nonsense", "notified-nonsense", "call-1", "asked-\(ask)", "tasks.json", "nonce-ab"] {
                try Data("{\"fing".utf8).write(to: session.folder.appending(path: name))
            }
            #expect(session.apply(.turnEnded(subagent: nil)) == [])
            let calls = await session.updateRecord { kept in kept.tasks.calls }
            #expect(calls == 0)
            #expect(await Self.shared(at: session, Self.nonce("n1")) == Self.nonce("n1"))
            #expect(await Self.shared(at: session, "short", of: "cd") == "short")
            #expect(await Self.shared(at: session, Self.nonce("n2"), of: "cd") == Self.nonce("n2"))
        }
    }

    @Test("Old sessions are removed")
    func sweep() async throws {
        try await Self.withState { state in
            let session = try Self.session("1", state)
            _ = await session.updateRecord { kept in kept.reportedAt }
            HookSessionState.removeSessions(in: state, unchangedSince: .now - 3600)
            #expect(FileManager.default.fileExists(atPath: session.folder.path))
            HookSessionState.removeSessions(in: state, unchangedSince: .now + 3600)
            #expect(!FileManager.default.fileExists(atPath: session.folder.path))
        }
    }

    @Test("Forty hooks at once lose no update of the record")
    func parallel() async throws {
        try await Self.withState { state in
            let session = try Self.session("1", state)
            let used: JSONValue = ["hook_event_name": "PostToolUse", "tool_name": "Bash", "session_id": "1"]
            let input = try HookInput(try CanonicalJSON.encode(used), from: .claude)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<40 {
                    group.addTask { await session.updateRecord { kept in _ = kept.tasks.update(with: input) } }
                }
            }
            let calls = await session.updateRecord { kept in kept.tasks.calls }
            #expect(calls == 40)
        }
    }

    @Test("A suspended hook that holds the record does not block others")
    func stopped() async throws {
        try await Self.withState { state in
            let session = try Self.session("1", state)
            await session.updateRecord { kept in kept.tasks = TaskList() }
            let lock = open(session.folder.appending(path: "tasks.lock").path, O_RDWR)
            flock(lock, LOCK_EX)
            let pauses = Mutex(0)
            let time = ClientTime(now: ClientTime.system.now, sleep: { _ in pauses.withLock { $0 += 1 } })
            let value: Int? = await session.updateRecord(time: time) { _ in 1 }
            #expect(value == nil)
            #expect(pauses.withLock { $0 } == 50)
            close(lock)
            let after: Int? = await session.updateRecord(time: time) { _ in 1 }
            #expect(after == 1)
        }
    }
}

extension HookSessionState {
    @discardableResult
    func apply(_ event: HookSessionEvent) -> [OpenPrompt] { apply(event, at: ClientTime.system.now()) }

    func close(_ shown: OpenPrompt) { close(shown, at: ClientTime.system.now()) }

    /// Adds an ask about `call`.
    func addAsk(_ ask: AskID, about call: ToolCall) {
        #expect(addPrompt(about: call).map { move($0, to: .asked(ask)) } == true)
    }
}
