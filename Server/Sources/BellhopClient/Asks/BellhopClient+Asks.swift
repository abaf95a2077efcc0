public import BellhopModel

extension BellhopClient {
    /// Asks the user.
    ///
    /// - Parameter idempotencyKey: 1 to 255 printable ASCII characters. A second call with the same key and body gives the
    ///   first one's ask, as it was when it was made.
    public func createAsk(_ request: AskRequest, idempotencyKey: String? = nil) async throws -> CreatedAsk {
        let reply = try await perform(Call(.createAsk).sending(request).keyed(idempotencyKey))
        return CreatedAsk(ask: try decode(Ask.self, from: reply), isRepeated: reply.isRepeated)
    }

    /// One ask as it is now.
    public func getAsk(_ id: AskID) async throws -> Ask {
        try decode(id, from: try await perform(Call(.getAsk, id.description)))
    }

    /// One ask, as soon as it has ended or `seconds` have passed, whichever is first. One attempt.
    ///
    /// - Parameters:
    ///   - seconds: 1 to 55 (``BellhopModel/APILimits/wait``).
    ///   - limit: for the exchange; `seconds` and the configuration's timeout unless given.
    public func getAsk(_ id: AskID, wait seconds: Int, within limit: Duration? = nil) async throws -> Ask {
        let call = Call(.getAsk, id.description, query: [("wait", String(seconds))])
        let reply = try await attempt(call, within: limit ?? .seconds(seconds) + configuration.timeout)
        return try decode(id, from: reply)
    }

    /// The user's asks, newest first.
    ///
    /// - Parameters:
    ///   - state: only those in this state.
    ///   - limit: 1 to 200; 50 unless given.
    public func listAsks(state: AskState? = nil, limit: Int? = nil) async throws -> [Ask] {
        let query = [("state", state?.rawValue), ("limit", limit.map(String.init))]
        return try await call(Call(.listAsks, query: query), as: Page<Ask>.self).items
    }

    /// Answers an ask. Needs a device's key.
    public func answerAsk(
        _ id: AskID, _ answer: AnswerRequest, idempotencyKey: String? = nil
    ) async throws -> Ask {
        let call = try Call(.answerAsk, id.description).sending(answer).keyed(idempotencyKey)
        return try decode(id, from: try await perform(call))
    }

    /// Withdraws an ask. One that has been answered meanwhile is refused with `ask_already_answered`, and the error's
    /// `resolution` says how.
    @discardableResult
    public func withdrawAsk(_ id: AskID, reason: WithdrawalReason) async throws -> Ask {
        let call = Call(.withdrawAsk, id.description, query: [("reason", reason.rawValue)])
        return try decode(id, from: try await perform(call))
    }

    /// Only the ask that was asked for: with another one comes its answer, with a good signature.
    private func decode(_ id: AskID, from reply: HTTPReply) throws -> Ask {
        let ask = try decode(Ask.self, from: reply)
        guard ask.id == id else {
            throw ClientError.unexpectedReply(
                address: address.description, status: reply.status, reason: "it is about another ask")
        }
        return ask
    }
}

/// What came of asking.
public struct CreatedAsk: Hashable, Sendable {
    public var ask: Ask
    /// The ask was made by an earlier call with the same idempotency key; it may have ended since.
    public var isRepeated: Bool

    public init(ask: Ask, isRepeated: Bool) {
        self.ask = ask
        self.isRepeated = isRepeated
    }
}
