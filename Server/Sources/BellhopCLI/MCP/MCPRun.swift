import BellhopAgents
import BellhopHook
import BellhopModel
import Synchronization

/// `bellhop mcp` between two streams: lines go to the protocol's state machine, calls to the ``AskClient``.
///
/// It ends with its input, or when it is told to. What is asked then is taken back.
final class MCPRun: Sendable {
    struct Options: Sendable {
        /// What this machine is called.
        var host: String?
        /// The folder that this process works in.
        var folder: String?
        /// How often a client that wants to hear of a call's progress does.
        var progressInterval: Duration = .seconds(10)
        /// How long taking back what is asked, or a client that does not read, may hold up the end.
        var patience: Duration = .seconds(5)
        /// The prompts that hooks of the same session put to the phone.
        var prompts: HookSessionState?
        /// The time that a hook has to ask after Claude has called `approve`: Claude starts both at once.
        var hookStart: Duration = .seconds(2)
        /// The time that Claude has to act on a hook's answer, which ends the call.
        var hookEnd: Duration = .seconds(3)
    }

    private let askClient: AskClient
    private let options: Options
    private let server: Mutex<MCPServer>
    private let outbox = Outbox()
    private let asks = OpenAsks<RPCID, MCPServer.Call>()

    init(askClient: AskClient, options: Options) {
        self.askClient = askClient
        self.options = options
        server = Mutex(MCPServer(version: BellhopVersion.current, host: options.host, folder: options.folder))
    }

    /// - Parameter stop: returns when the process is to end, as after a signal.
    func run(_ input: ByteSource, _ output: ByteSink, until stop: @escaping @Sendable () async -> Void) async {
        let (listening, ending) = AsyncStream<Never>.makeStream()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await self.outbox.drain(to: output, patience: self.options.patience) { for await _ in listening {} }
            }
            group.addTask {
                await firstOf(
                    {
                        await self.listen(to: input)
                        ending.finish()
                    },
                    {
                        await stop()
                        ending.finish()
                    })
                self.asks.finish()
                self.asks.takeAll(.agentEnded)
            }
            await self.asks.work(within: self.options.patience) { await self.work(on: $0, unless: $1) }
            self.outbox.close()
            await group.waitForAll()
        }
    }

    private func listen(to input: ByteSource) async {
        var lines = LineSplitter(limit: MCPServer.lineLimit)
        while let bytes = await input.read() {
            for piece in lines.split(bytes) {
                for step in server.withLock({ $0.receive(piece) }) { carryOut(step) }
            }
            await outbox.room()
        }
    }

    private func carryOut(_ step: MCPServer.Step) {
        switch step {
        case .send(let line): outbox.put(line)
        case .stop(let id): asks.take(id, .withdrawnByAgent)
        case .start(let call): asks.add(call, as: call.id)
        }
    }

    private func work(on call: MCPServer.Call, unless withdrawn: AsyncStream<WithdrawalReason>) async {
        let ending = await withTaskGroup(of: MCPServer.CallEnding?.self) { group in
            defer { group.cancelAll() }
            if call.wantsProgress { group.addTask { await self.reportProgress(of: call.id) } }
            group.addTask { await self.ending(of: call.work, unless: withdrawn) }
            while let ended = await group.next() { if let ended { return ended } }
            return .failed("stopped")
        }
        guard let line = server.withLock({ $0.finish(call.id, with: ending) }) else { return }
        outbox.put(line)
        if case .answered(let answer) = ending { await askClient.reportApplied(answer) }
    }

    private func ending(
        of work: MCPServer.Work, unless withdrawn: AsyncStream<WithdrawalReason>
    ) async -> MCPServer.CallEnding {
        switch work {
        case .approve(let content, let call):
            if let call, await isAskedByHook(call) { return .failed("the session's hook had no answer") }
            return await ending(of: .ask(content), unless: withdrawn)
        case .ask(let content):
            let fields: any FieldNaming.Type = content.isApproval ? MCPApprovalFields.self : MCPQuestionFields.self
            return switch await askClient.ask(content, naming: fields, unless: withdrawn) {
            case .answered(let answer): .answered(answer)
            case .failed(let why): .failed(why)
            case .withdrawn: .failed("taken back before there was an answer")
            }
        case .notify(let request):
            do {
                return .notified(try await askClient.notify(request))
            } catch is CancellationError {
                return .failed("stopped before the server had it")
            } catch {
                // Its arguments are called as the fields that they become.
                return .failed(Refusals.words(for: error, of: nil))
            }
        }
    }

    /// Claude Code runs its hooks and this tool beside each other, takes the first answer, and cancels the call when that is
    /// the hook's. So one of them asks: the hook, which knows more.
    ///
    /// - Returns: whether a hook of the session has asked about the call, and that is over.
    private func isAskedByHook(_ call: ToolCall) async -> Bool {
        guard let prompts = options.prompts, prompts.areThere else { return false }
        let clock = ContinuousClock()
        let step = Duration.milliseconds(50)
        let start = clock.now
        while !prompts.isAsked(call) {
            guard clock.now < start + options.hookStart, (try? await Task.sleep(for: step)) != nil else { return false }
        }
        // A hook that was killed leaves its prompt behind.
        while prompts.isAsked(call), clock.now < start + askClient.wait {
            guard (try? await Task.sleep(for: step)) != nil else { return true }
        }
        try? await Task.sleep(for: options.hookEnd)
        return true
    }

    /// - Returns: never anything: what counts is the call.
    private func reportProgress(of id: RPCID) async -> MCPServer.CallEnding? {
        let start = ContinuousClock.now
        while (try? await Task.sleep(for: options.progressInterval)) != nil {
            let seconds = Int((ContinuousClock.now - start).components.seconds)
            guard let line = server.withLock({ $0.progress(of: id, seconds: seconds, of: askClient.seconds) }) else {
                break
            }
            outbox.put(line)
        }
        return nil
    }
}
