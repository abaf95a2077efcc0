import BellhopAgents
import BellhopModel
import Subprocess
import Synchronization

extension AgentRelay {
    func hear(_ agent: AgentProcess) async {
        var lines = LineSplitter(limit: proxy.withLock { $0.lineLimit(of: .agent) })
        do {
            for try await buffer in agent.standardOutput {
                let bytes = buffer.withUnsafeBytes { Array($0) }
                handle(lines.split(bytes), from: .agent)
                await toClient.room()
            }
        } catch {
            options.remark("the agent's output cannot be read: \(error)")
        }
        handle(lines.end(), from: .agent)
        carryOut { $0.end() }
    }

    /// Runs until the client has said all, or it is cancelled.
    func serve(_ agent: AgentProcess, _ input: ByteSource) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await self.toAgent.drain(to: .standardInput(of: agent))
                try? await agent.standardInputWriter.finish()
            }
            group.addTask { await self.listen(to: input) }
            await group.waitForAll()
        }
    }

    /// The agent's input ends where the client's does; nobody is left to whom its questions matter.
    private func listen(to input: ByteSource) async {
        var lines = LineSplitter(limit: proxy.withLock { $0.lineLimit(of: .client) })
        while let bytes = await input.read() {
            handle(lines.split(bytes), from: .client)
            await toAgent.room()
        }
        handle(lines.end(), from: .client)
        carryOut { $0.end() }
        toAgent.close()
    }

    func ask(_ ticket: AgentProxy.Ticket, unless withdrawn: AsyncStream<WithdrawalReason>) async {
        let ending = await askClient.ask(ticket.content, session: ticket.sessionID, unless: withdrawn)
        let effects = carryOut { $0.resolve(ticket.id, with: ending) }
        guard case .answered(let answer) = ending, effects.contains(where: \.isForAgent) else { return }
        await askClient.reportApplied(answer)
    }

    private func handle(_ pieces: [LineSplitter.Piece], from side: AgentProxy.Side) {
        for piece in pieces { carryOut { $0.receive(piece, from: side) } }
    }

    /// Decides and puts in line under one lock, so that everything leaves in the order in which it was decided.
    @discardableResult
    private func carryOut(_ decide: (inout AgentProxy) -> [AgentProxy.Effect]) -> [AgentProxy.Effect] {
        let effects = proxy.withLock { proxy in
            let effects = decide(&proxy)
            for effect in effects { start(effect) }
            return effects
        }
        for case .remark(let text) in effects { options.remark(text) }
        return effects
    }

    private func start(_ effect: AgentProxy.Effect) {
        switch effect {
        case .write(let bytes, .agent): toAgent.put(bytes)
        case .write(let bytes, .client): toClient.put(bytes)
        case .ask(let ticket): asks.add(ticket, as: ticket.id)
        case .withdraw(let id, let reason): asks.take(id, reason)
        case .remark: break
        }
    }
}

extension AgentProxy.Effect {
    fileprivate var isForAgent: Bool { if case .write(_, .agent) = self { true } else { false } }
}

extension ByteSink {
    fileprivate static func standardInput(of agent: AgentRelay.AgentProcess) -> ByteSink {
        ByteSink { bytes in (try? await agent.standardInputWriter.write(bytes)) == bytes.count }
    }
}
