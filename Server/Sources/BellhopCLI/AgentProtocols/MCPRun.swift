import BellhopAgents
import BellhopHook
import BellhopModel
import Synchronization

/// Runs `bellhop mcp` between two streams: passes lines to the protocol's state machine and tool calls to the
/// ``AskClient``.
///
/// Ends with its input or on a signal, and withdraws the asks that are still open.
final class MCPRun: Sendable {
    struct Options: Sendable {
        /// The name of this machine.
        var host: String?
        /// The working directory of this process.
        var folder: String?
        /// The interval between progress messages, for clients that request them.
        var progressInterval: Duration = .seconds(10)
        /// The maximum time for withdrawing open asks at the end, and for a client that stops reading.
        var gracePeriod: Duration = .seconds(5)
        /// The prompts that hooks of the same session have sent to the phone.
        var prompts: HookSessionState?
        /// The maximum delay between a call of `approve` and the hook's ask: Claude starts both at once.
        var hookStart: Duration = .seconds(2)
        /// The time for Claude to cancel the call after a hook's answer.
        var hookEnd: Duration = .seconds(3)
    }

    private let askClient: AskClient
    private let options: Options
    private let server: Mutex<MCPServer>
    private let output = OutputBuffer()
    private let asks = PendingAsks<RPCID, MCPServer.Call>()

    init(askClient: AskClient, options: Options) {
        self.askClient = askClient
        self.options = options
        server = Mutex(MCPServer(version: BellhopVersion.current, host: options.host, folder: options.folder))
    }

    /// - Parameter stop: returns when the process must end, for example after a signal.
    func run(_ input: ByteSource, _ sink: ByteSink, until stop: @escaping @Sendable () async -> Void) async {
        let (listening, ending) = AsyncStream<Never>.makeStream()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await self.output.drain(to: sink, gracePeriod: self.options.gracePeriod) { for await _ in listening {} }
            }
            group.addTask {
                await runUntilFirstEnds(
                    {
                        await self.readInput(input)
                        ending.finish()
                    },
                    {
                        await stop()
                        ending.finish()
                    })
                self.asks.finish()
                self.asks.withdrawAll(.agentEnded)
            }
            await self.asks.process(gracePeriod: self.options.gracePeriod) { await self.perform($0, unless: $1) }
            self.output.close()
            await group.waitForAll()
        }
    }

    private func readInput(_ input: ByteSource) async {
        var lines = LineSplitter(limit: MCPServer.lineLimit)
        while let bytes = await input.read() {
            for piece in lines.split(bytes) {
                for step in server.withLock({ $0.receive(piece) }) { start(step) }
            }
            await output.waitForCapacity()
        }
    }

    private func start(_ step: MCPServer.Step) {
        switch step {
        case .send(let line): output.append(line)
        case .stop(let id): asks.withdraw(id, .withdrawnByAgent)
        case .start(let call): asks.add(call, as: call.id)
        }
    }

    private func perform(_ call: MCPServer.Call, unless withdrawn: AsyncStream<WithdrawalReason>) async {
        let ending = await withTaskGroup(of: MCPServer.CallEnding?.self) { group in
            defer { group.cancelAll() }
            if call.wantsProgress { group.addTask { await self.reportProgress(of: call.id) } }
            group.addTask { await self.ending(of: call.work, unless: withdrawn) }
            while let ended = await group.next() { if let ended { return ended } }
            return .failed("stopped")
        }
        guard let line = server.withLock({ $0.finish(call.id, with: ending) }) else { return }
        output.append(line)
        if case .answered(let answer) = ending { await askClient.reportApplied(answer) }
    }

    private func ending(
        of work: MCPServer.Work, unless withdrawn: AsyncStream<WithdrawalReason>
    ) async -> MCPServer.CallEnding {
        switch work {
        case .approve(let content, let call):
            if let call, await isHandledByHook(call) { return .failed("the session's hook received no answer") }
            return await ending(of: .ask(content), unless: withdrawn)
        case .ask(let content):
            let fields: any FieldNaming.Type = content.isApproval ? MCPApprovalFields.self : MCPQuestionFields.self
            return switch await askClient.ask(content, naming: fields, unless: withdrawn) {
            case .answered(let answer): .answered(answer)
            case .failed(let why): .failed(why)
            case .withdrawn: .failed("withdrawn before it was answered")
            }
        case .notify(let request):
            do {
                return .notified(try await askClient.notify(request))
            } catch is CancellationError {
                return .failed("stopped before the server accepted it")
            } catch {
                // The tool's arguments have the names of the request's fields.
                return .failed(RefusalText.message(for: error, of: nil))
            }
        }
    }

    /// Waits while a hook of the same session asks about the same tool call. Claude Code runs its hooks and this tool in
    /// parallel, uses the first answer, and cancels the call when the hook's answer is first. Only the hook asks, because
    /// it knows more about the call.
    ///
    /// - Returns: `true` when a hook has asked about the call and that ask has ended.
    private func isHandledByHook(_ call: ToolCall) async -> Bool {
        guard let prompts = options.prompts, prompts.hasHooks else { return false }
        let clock = ContinuousClock()
        let step = Duration.milliseconds(50)
        let start = clock.now
        while !prompts.isAsking(about: call) {
            guard clock.now < start + options.hookStart, (try? await Task.sleep(for: step)) != nil else { return false }
        }
        // A killed hook does not delete its prompt.
        while prompts.isAsking(about: call), clock.now < start + askClient.wait {
            guard (try? await Task.sleep(for: step)) != nil else { return true }
        }
        try? await Task.sleep(for: options.hookEnd)
        return true
    }

    /// - Returns: always `nil`, the result of a task group's child that must not end the call.
    private func reportProgress(of id: RPCID) async -> MCPServer.CallEnding? {
        let start = ContinuousClock.now
        while (try? await Task.sleep(for: options.progressInterval)) != nil {
            let seconds = Int((ContinuousClock.now - start).components.seconds)
            guard let line = server.withLock({ $0.progress(of: id, seconds: seconds, of: askClient.seconds) }) else {
                break
            }
            output.append(line)
        }
        return nil
    }
}

/// The argument names of the MCP tool `ask`, by request field.
enum MCPQuestionFields: FieldNaming {
    static let arguments = [
        "questions": "questions", "questions[].text": "question", "questions[].header": "header",
        "questions[].options": "options", "questions[].options[].label": "options", "body": "details",
        "input": "details",
    ]
}

/// The argument names of the MCP tool `approve`, by request field.
enum MCPApprovalFields: FieldNaming {
    static let arguments = ["title": "tool_name", "body": "input", "input": "input"]
}
