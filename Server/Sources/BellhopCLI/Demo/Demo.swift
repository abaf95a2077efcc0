import ArgumentParser
import BellhopAgents
import BellhopClient
import BellhopCore
import BellhopFoundation
import BellhopHook
import BellhopKit
import BellhopModel
import BellhopServer
import BellhopSimulators
import BellhopStore
import BellhopTerminal
import Logging
import ServiceLifecycle
import Synchronization

import struct BellhopClient.ServerAddress

/// The whole path of an ask in one process: a server, a simulated APNs, two phones, and an agent's hook.
struct Demo: Sendable {
    let agent: Agent
    /// The hook's standard input.
    let input: [UInt8]
    /// The ask's host name.
    var host: String? = HostName.current
    let wait: Duration
    /// A termination signal ends the demo with `ExitCode` 130.
    var stopsOnSignals = false
    /// Acts as the phones' owner while they show the ask. A browser that opens `console` becomes a third device.
    let owner:
        @Sendable (
            _ first: SimulatedPhone, _ second: SimulatedPhone, _ console: String, DemoTimeline
        ) async throws -> Void

    func run() async throws -> DemoReport {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bellhop-demo-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var logger = Logger(label: "bellhop") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        let assembly = ServerAssembly(store: try Store(folder: folder.path), logger: logger)
        guard let keys = try await FirstKeys.make(with: assembly.keys) else {
            throw CommandFailure("The demo's database is not empty.")
        }
        let time = assembly.time
        let simulated = try await SimulatedGateways.start(time: { time.now }, metrics: assembly.metrics, logger: logger)
        let (ports, listening) = AsyncStream<Int>.makeStream()
        let services = assembly.services(
            configuration: ServerConfiguration(port: 0, acceptsFileKeys: true), gateways: simulated.gateways,
            onListening: { listening.yield($0) })
        let group = ServiceGroup(configuration: .init(services: services.map { .init(service: $0) }, logger: logger))
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            guard let port = await ports.first(where: { _ in true }) else {
                throw CommandFailure("The demo's server did not start.")
            }
            let server = "http://127.0.0.1:\(port)"
            let phones = try ["iPhone", "iPad"].map { name in
                try SimulatedPhone(
                    .init(name: name, server: server, folder: folder.appending(path: name)), pushes: simulated.apns)
            }
            // The services shut down gracefully after an error too: cancelled services log an error.
            let result: Result<DemoReport, any Error>
            do {
                result = .success(
                    try await unlessStopped {
                        try await withPhones(phones, at: server, keys, assembly.store) {
                            // The simulated phones cannot approve a browser.
                            let code = try await assembly.pairings(acceptingFileKeys: true)
                                .createTrustedPairing(for: FirstKeys.owner).code
                            let console = ConsoleAddress.pairing(code, at: server)
                            return try await runHook(phones, console, server, keys, simulated.apns, folder)
                        }
                    })
            } catch {
                result = .failure(error)
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            return try result.get()
        }
    }

    private func unlessStopped(_ work: @escaping @Sendable () async throws -> DemoReport) async throws -> DemoReport {
        guard stopsOnSignals else { return try await work() }
        guard let report = try await unlessInterrupted(work) else { throw ExitCode(130) }
        return report
    }

    /// Runs and pairs the phones during `work`.
    private func withPhones(
        _ phones: [SimulatedPhone], at server: String, _ keys: FirstKeys, _ store: Store,
        _ work: @Sendable () async throws -> DemoReport
    ) async throws -> DemoReport {
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for phone in phones { tasks.addTask { await phone.run() } }
            try await BellhopClient.with(ServerAddress(server), key: keys.admin) { admin in
                for phone in phones {
                    await phone.pair(code: try await admin.call(API.createPairing, body: PairingRequest()).code)
                    // The first phone is trusted and confirms the second.
                    let asks = try await store.asks(of: FirstKeys.owner, state: .pending, limit: 1)
                    if let ask = asks.first { await phones[0].confirm(phone, by: ask.id) }
                    let paired = await phone.screen(within: .seconds(20)) {
                        if case .registered = $0.registration { true } else { false }
                    }
                    guard paired != nil else { throw CommandFailure("A phone of the demo could not be paired.") }
                }
            }
            let report = try await work()
            tasks.cancelAll()
            return report
        }
    }

    private func runHook(
        _ phones: [SimulatedPhone], _ console: String, _ server: String, _ keys: FirstKeys, _ apns: APNsSimulator,
        _ folder: URL
    ) async throws -> DemoReport {
        let timeline = DemoTimeline()
        let asked = Mutex<AskID?>(nil)
        return try await BellhopClient.with(ServerAddress(server), key: keys.agent) { client in
            var environment = HookEnvironment(
                client: client, trust: .server, notifyOnly: false, host: host,
                state: StateFolder(url: folder.appending(path: "state")))
            environment.onAccepted = { ask in
                asked.withLock { $0 = ask.id }
                timeline.record(.askStored)
            }
            let hook = environment
            return try await withThrowingTaskGroup(of: Void.self) { watchers in
                for phone in phones { watchers.addTask { await watch(phone, timeline) } }
                let requests = apns.requests()
                let names = Dictionary(uniqueKeysWithValues: phones.map { ($0.pushToken, $0.name) })
                watchers.addTask {
                    for await push in requests { Self.record(push, for: names[push.token], timeline) }
                }
                timeline.record(.hookStarts)
                async let replied = reply(in: hook, timeline)
                // An error here, such as that of quitting, also cancels the waiting hook.
                try await owner(phones[0], phones[1], console, timeline)
                let reply = await replied
                let id = asked.withLock { $0 }
                if let id, !reply.standardOutput.isEmpty {
                    _ = try? await client.call(API.sendReceipt, body: Receipt(kind: .applied, askID: id))
                }
                let report = try await report(phones, reply, id, client, timeline)
                watchers.cancelAll()
                return report
            }
        }
    }

    private func reply(in environment: HookEnvironment, _ timeline: DemoTimeline) async -> HookReply {
        let payload = HookPayload(input, from: agent, isGate: false)
        let timeouts = HookTimeouts(for: payload, wait: wait, notifyOnly: false)
        let reply = await HookRun.run(payload, within: timeouts, in: environment).reply
        timeline.record(.agentReplied(isEmpty: reply.standardOutput.isEmpty))
        return reply
    }

    private func report(
        _ phones: [SimulatedPhone], _ reply: HookReply, _ id: AskID?, _ client: BellhopClient, _ timeline: DemoTimeline
    ) async throws -> DemoReport {
        // The phones remove an ask that has ended; other notifications stay.
        for phone in phones {
            _ = await phone.screen(within: .seconds(10)) { screen in
                id == nil || screen.notifications.allSatisfy { $0.payload.askID != id }
            }
        }
        let state = if let id { try await client.getAsk(id).state } else { AskState?.none }
        var shown: [DemoReport.Phone] = []
        for phone in phones {
            let screen = await phone.screen.ofAgent
            shown.append(.init(name: screen.name, showing: screen.notifications.count))
        }
        return DemoReport(
            agentStdout: String(decoding: reply.standardOutput, as: UTF8.self), exitCode: 0,
            remark: reply.remark, state: state, timeline: timeline.steps, phones: shown)
    }

    private func watch(_ phone: SimulatedPhone, _ timeline: DemoTimeline) async {
        var showing = 0
        for await screen in await phone.screens() {
            let count = screen.ofAgent.notifications.count {
                $0.payload.clearApprovalID == nil && !$0.actions.isEmpty
            }
            if count > showing { timeline.record(.shown(screen.name)) }
            if count < showing { timeline.record(.cleared(screen.name)) }
            showing = count
        }
    }

    private static func record(_ push: ReceivedPush, for phone: String?, _ timeline: DemoTimeline) {
        // The notice that a browser was added belongs to no session.
        guard push.result == .accepted, let phone, let payload = try? PushPayload(bytes: push.payload),
            payload.askID != nil || payload.sessionID != nil
        else { return }
        timeline.record(push.headers.pushType == "background" ? .silentPushAccepted(phone) : .pushAccepted(phone))
    }
}

extension PhoneScreen {
    /// The screen with the agent's asks and notifications, without the notice that a browser was added.
    var ofAgent: PhoneScreen {
        var screen = self
        screen.notifications.removeAll { $0.payload.askID == nil && $0.payload.sessionID == nil }
        return screen
    }
}

/// A sample hook input for each agent: a permission request for a shell command.
enum DemoPayload {
    static func permissionRequest(of agent: Agent) -> String {
        switch agent {
        case .claude:
            """
            {"session_id":"demo-session","prompt_id":"demo-prompt","transcript_path":"/home/you/.claude/demo.jsonl",\
            "cwd":"/home/you/weather-app","permission_mode":"default","hook_event_name":"PermissionRequest",\
            "tool_name":"Bash","tool_input":{"command":"npm test && git push --force origin main",\
            "description":"Run the tests, then publish"}}
            """
        case .codex:
            """
            {"session_id":"demo-session","turn_id":"demo-turn","transcript_path":null,"cwd":"/home/you/weather-app",\
            "hook_event_name":"PermissionRequest","model":"gpt","permission_mode":"default","tool_name":"Bash",\
            "tool_input":{"command":"npm test && git push --force origin main","description":"Run the tests, then publish"}}
            """
        case .gemini:
            """
            {"session_id":"demo-session","transcript_path":"/home/you/.gemini/demo.json","cwd":"/home/you/weather-app",\
            "hook_event_name":"BeforeTool","timestamp":"2026-11-21T12:00:00.000Z","tool_name":"run_shell_command",\
            "tool_input":{"command":"npm test && git push --force origin main","description":"Run the tests, then publish"}}
            """
        case .opencode:
            """
            {"hook_event_name":"permission.asked","cwd":"/home/you/weather-app","properties":{"id":"per_demo",\
            "sessionID":"ses_demo","permission":"bash","patterns":["npm test","git push --force origin main"],\
            "metadata":{"command":"npm test && git push --force origin main"},"always":["npm test*"]}}
            """
        }
    }
}
