package import BellhopAgents
import BellhopClient
import BellhopModel
import Synchronization

/// One run of an agent's hook: decides what the event needs, asks or notifies, and replies in the agent's format.
///
/// Every failure ends in `HookReply.failure`: no output beside the agent's own prompt, a denial from a gate. No failure leads
/// to an "allow".
package struct HookRun: Sendable {
    let payload: HookPayload
    let input: HookInput
    let timeouts: HookTimeouts
    let environment: HookEnvironment
    /// `nil` when the event names no session.
    let session: HookSessionState?
    /// The end of the wait, by this machine's clock.
    let deadline: Timestamp
    let progress: HookProgress

    var client: BellhopClient { environment.client }
    var time: ClientTime { environment.time }

    init(
        _ input: HookInput, _ payload: HookPayload, within timeouts: HookTimeouts, in environment: HookEnvironment,
        _ progress: HookProgress = HookProgress()
    ) {
        self.input = input
        self.payload = payload
        self.timeouts = timeouts
        self.environment = environment
        self.progress = progress
        session = HookSessionState(of: input, in: environment.state)
        deadline = environment.time.now() + timeouts.answer
    }

    /// Runs a hook to its end; never longer than ``HookTimeouts/grace`` after its wait.
    ///
    /// - Parameter stop: returns when the run must stop early, as after a signal.
    package static func run(
        _ payload: HookPayload, within timeouts: HookTimeouts, in environment: HookEnvironment,
        until stop: (@Sendable () async -> Void)? = nil
    ) async -> HookResult {
        let input: HookInput
        switch payload.input {
        case .failure(let problem): return HookResult(.failure("\(problem)", in: payload.gate))
        case .success(let parsed): input = parsed
        }
        let run = HookRun(input, payload, within: timeouts, in: environment)
        let reply = await withTaskGroup(of: HookReply.self) { group in
            defer { group.cancelAll() }
            group.addTask { await run.reply() }
            group.addTask {
                try? await run.time.sleep(timeouts.answer + HookTimeouts.grace)
                return .failure("no answer in time", in: payload.gate)
            }
            if let stop {
                group.addTask {
                    await stop()
                    run.progress.update { $0.isStopped = true }
                    return .failure("stopped by a signal; the ask is withdrawn", in: payload.gate)
                }
            }
            return await group.next() ?? .failure("no answer in time", in: payload.gate)
        }
        return run.progress.result(reply)
    }

    private func reply() async -> HookReply {
        if input.event == .sessionStart { HookSessionState.removeSessions(in: environment.state) }
        // The session's status is reported whatever the answer is.
        async let reportFailure = reportEvent()
        let reply: HookReply
        do throws(any Error) {
            reply = try await decide()
        } catch is CancellationError {
            reply = .failure("stopped before there was an answer", in: payload.gate)
        } catch {
            reply = .failure("\(error)", in: payload.gate)
        }
        guard case .silence(let why) = reply, let failure = await reportFailure, failure != why else { return reply }
        return .silence("\(why); \(failure)")
    }

    private func decide() async throws -> HookReply {
        switch try intent() {
        case .ask(let draft) where environment.notifyOnly && !draft.dialect.isGate:
            return try await withLimit(timeouts.report) { try await notify(of: draft) }
        case .ask(let draft):
            return try await ask(draft)
        case .notify(let notification):
            do {
                _ = try await withLimit(timeouts.report) { try await send(notification) }
            } catch {
                progress.reportFailed(error, of: input, payload)
                throw error
            }
            return .silence("notified the phone: \(notification.title)")
        case .remind(let notification):
            return try await remind(notification)
        case .nothing(let why): return .silence(why)
        }
    }

    private func intent() throws -> HookIntent {
        do {
            return try HookIntent(
                of: input, host: environment.host, isGate: payload.gate != nil, reading: ScriptReader().read)
        } catch {
            // The agent shows its prompt, and may report it again later.
            if input.event == .permissionRequest, let call = ToolCall(of: input), let session,
                let prompt = session.addPrompt(about: call)
            {
                session.markUnsent(prompt)
            }
            throw error
        }
    }

    func send(_ notification: NotificationRequest) async throws -> UserNotification {
        try await client.call(
            API.sendNotification, body: notification,
            idempotencyKey: try input.idempotencyKey(for: notification) ?? environment.runID)
    }

    /// Runs `work` and cancels it after `limit`.
    ///
    /// - Throws: `ClientError.timedOut` then.
    func withLimit<Value: Sendable>(
        _ limit: Duration, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        do {
            return try await withTimeLimit(limit, by: time, work)
        } catch is TimeLimitExceeded {
            throw ClientError.timedOut(address: client.address.description, after: limit)
        }
    }
}
