import BellhopCore
import BellhopModel
import ServiceLifecycle

struct AskRoutes {
    let asks: AskService

    var handlers: [(Endpoint, RouteTable.Handler)] {
        [
            (.createAsk, create), (.listAsks, list), (.getAsk, get), (.answerAsk, answer), (.withdrawAsk, withdraw),
        ]
    }

    @Sendable private func create(_ call: Call) async throws -> Reply {
        let request: AskRequest = try call.decode()
        let claim = call.idempotency
        let remember = claim.map { claim in
            { @Sendable (ask: Ask) in claim.record(status: 201, body: try CanonicalJSON.encode(ask)) }
        }
        switch try await asks.create(request, by: call.key(), recorder: remember) {
        case .accepted(let ask):
            var reply = try Reply.json(ask, status: 201)
            reply.isKept = true
            return reply
        case .repeated(let record):
            guard let claim else { throw APIError(.internalError) }
            return try claim.reply(from: record)
        }
    }

    @Sendable private func list(_ call: Call) async throws -> Reply {
        var state: AskState?
        if let text = try call.query("state", as: String.self) {
            guard let known = AskState(rawValue: text) else {
                let states = AskState.allCases.map(\.rawValue).joined(separator: ", ")
                throw APIError(.invalidRequest, "state: one of \(states) expected.")
            }
            state = known
        }
        return try .json(Page(items: try await asks.list(for: call.key(), state: state, limit: call.limit())))
    }

    @Sendable private func get(_ call: Call) async throws -> Reply {
        let seconds = try call.query("wait", as: Int.self) ?? 0
        guard (0...APILimits.wait).contains(seconds) else {
            throw APIError(.invalidRequest, "wait: 0 to \(APILimits.wait) seconds expected.")
        }
        guard seconds > 0 else { return try .json(try await asks.ask(call.id(), for: call.key())) }
        // Whoever waits is let go when the server stops, and waits on at the next one.
        let (id, key): (AskID, KeyRecord) = (try call.id(), try call.key())
        let ask = try await cancelWhenGracefulShutdown {
            try await asks.wait(for: id, by: key, atMost: .seconds(seconds))
        }
        return try .json(ask)
    }

    @Sendable private func answer(_ call: Call) async throws -> Reply {
        try .json(try await asks.answer(call.id(), call.decode(), by: call.key()))
    }

    @Sendable private func withdraw(_ call: Call) async throws -> Reply {
        let text = try call.query("reason", as: String.self) ?? WithdrawalReason.withdrawnByAgent.rawValue
        guard (1...64).contains(text.utf8.count) else {
            throw APIError(.invalidRequest, "reason: 1 to 64 bytes expected.")
        }
        return try .json(try await asks.withdraw(call.id(), reason: WithdrawalReason(rawValue: text), by: call.key()))
    }
}
