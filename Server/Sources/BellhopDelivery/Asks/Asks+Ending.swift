public import BellhopModel
import BellhopStore

extension Asks {
    /// Answers an ask in the name of the key's device.
    ///
    /// The same answer again gives the same receipt, from whichever of the user's devices.
    ///
    /// - Throws: `APIError`: `not_found`; `forbidden` unless the key is a device's of the same user;
    ///   `device_not_trusted`; `signature_invalid`; `input_digest_mismatch` and `answer_does_not_fit`; `ask_already_answered`,
    ///   `ask_expired` and `ask_withdrawn`, with the resolution.
    public func answer(_ id: AskID, _ request: AnswerRequest, by key: KeyRecord) async throws -> Ask {
        try key.require([.device], to: "answer")
        let ask = try await find(id, for: key)
        let device = try await device(of: key)
        let answer = SignedAnswer(
            answer: request.answer, deviceID: device.id, deviceName: device.name, signature: request.signature)
        let statement = AnswerStatement(
            askID: ask.id, inputDigest: request.inputDigest, deadline: ask.deadline, deviceID: device.id,
            answer: request.answer)
        guard try AnswerSignature.isValid(request.signature, of: statement, by: device.publicKey) else {
            throw APIError(.signatureInvalid)
        }
        return try await end(ask, .answered(answer, inputDigest: request.inputDigest))
    }

    /// Takes an ask back: the agent no longer needs the answer. To withdraw again changes nothing.
    ///
    /// - Throws: `APIError`: `not_found`; `forbidden` unless the key is an agent's of the same user;
    ///   `ask_already_answered` and `ask_expired`, with the resolution.
    public func withdraw(_ id: AskID, reason: WithdrawalReason, by key: KeyRecord) async throws -> Ask {
        try key.require([.agent], to: "withdraw an ask")
        let ask = try await find(id, for: key)
        guard !ask.request.isEnrolment else {
            throw APIError(
                .forbidden, "The server itself asks about a new device: deny it there, or remove the device.")
        }
        return try await end(ask, .withdrawn(reason))
    }

    private func end(_ ask: Ask, _ happening: AskStateMachine.Event) async throws -> Ask {
        let now = time.now
        guard let transition = try await store.transition(ask.id, happening, at: now, waking: wake) else {
            throw APIError(.notFound, "There is no ask \(ask.id).")
        }
        switch transition.consequence {
        case .resolve:
            metrics.resolved(transition.ask)
            await announcer.announce(.askResolved(transition.ask), to: transition.ask.userID)
            return transition.ask
        case .unchanged:
            return transition.ask
        case .refuse(let refusal):
            throw APIError(refusal, of: transition.ask, at: now)
        }
    }

    private func device(of key: KeyRecord) async throws -> Device {
        guard let id = key.deviceID, let device = try await store.device(id), device.userID == key.userID,
            device.inactivation?.cause != .removed
        else {
            throw APIError(.forbidden, "The key belongs to no device of this user; pair the device again.")
        }
        guard device.trust == .trusted else { throw APIError(.deviceNotTrusted) }
        return device
    }
}
