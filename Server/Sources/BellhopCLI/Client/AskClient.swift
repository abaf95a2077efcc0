import BellhopAgents
import BellhopClient
import BellhopHook
import BellhopModel
import BellhopTerminal

/// Sends asks for programs that have several open at once, and verifies each answer as the hook does.
struct AskClient: Sendable {
    /// The server, or the reason why there is none, with which every ask fails.
    let connection: Connection
    /// The time to wait for an answer.
    let wait: Duration
    var time: ClientTime = .system

    enum Connection: Sendable {
        case available(BellhopClient, trusted: AnswerTrust)
        case unavailable(String)
    }

    var seconds: Int { Int(wait.components.seconds) }

    /// Creates an ask and waits until it is answered, its time is over, or `withdrawn` yields a reason to withdraw it.
    ///
    /// - Parameter fields: the program's argument names for the fields of the request, used in error messages.
    func ask(
        _ content: AskRequest.Content, session: SessionID? = nil, naming fields: (any FieldNaming.Type)? = nil,
        unless withdrawn: AsyncStream<WithdrawalReason>
    ) async -> AskEnding {
        guard case .available(let client, let trusted) = connection else { return .failed(unavailableReason) }
        let deadline = time.now() + wait
        do {
            // A withdrawal does not interrupt the request: only an ask whose id is known can be withdrawn.
            let ask = try await client.createAsk(AskRequest(content: content, sessionID: session, expiresIn: seconds))
                .ask
            guard
                let event = try await firstEvent(
                    { try await client.waitForAnswer(to: ask.id, until: deadline) }, withdrawn)
            else { return .withdrawn }
            switch event {
            case .withdrawn(let reason):
                _ = try? await client.withdrawAsk(ask.id, reason: reason)
                return .withdrawn
            case .waited(.ended(let ended)): return try await ending(of: ended, askedAbout: content, client, trusted)
            case .waited(.gaveUp(let failure)):
                let ended = try? await client.closeAsk(ask.id, reason: .withdrawnByAgent)
                if let ended, ended.resolution?.answer != nil {
                    return try await ending(of: ended, askedAbout: content, client, trusted)
                }
                return .failed(
                    failure.map { "no answer in time (\(RefusalText.message(for: $0, of: nil)))" }
                        ?? "no answer in time")
            }
        } catch is CancellationError {
            // The program is ending.
            return .withdrawn
        } catch {
            return .failed(RefusalText.message(for: error, of: fields))
        }
    }

    private func ending(
        of ask: Ask, askedAbout content: AskRequest.Content, _ client: BellhopClient, _ trusted: AnswerTrust
    ) async throws -> AskEnding {
        return switch try await client.verifyAnswer(to: ask, askedAbout: content.inputDigest, trust: trusted) {
        case .verified(let answer): .answered(answer)
        case .refused(.noAnswer(.expired)): .failed("no answer in time")
        case .refused(let refusal): .failed(refusal.description)
        }
    }

    private enum Event: Sendable {
        case waited(AskWait)
        case withdrawn(WithdrawalReason)
    }

    private func firstEvent(
        _ wait: @escaping @Sendable () async throws -> AskWait, _ withdrawn: AsyncStream<WithdrawalReason>
    ) async throws -> Event? {
        try await withThrowingTaskGroup(of: Event?.self) { group in
            defer { group.cancelAll() }
            group.addTask { .waited(try await wait()) }
            group.addTask {
                for await reason in withdrawn { return .withdrawn(reason) }
                return nil
            }
            return try await group.next() ?? nil
        }
    }

    /// Sends a notification to the user.
    ///
    /// - Throws: ``CommandFailure`` also when the notification reaches no device, with the reason.
    func notify(_ request: NotificationRequest) async throws -> NotificationID {
        guard case .available(let client, _) = connection else { throw CommandFailure(unavailableReason) }
        let sent = try await client.sendAndReport(request)
        if sent.devices == 0 { throw CommandFailure("No device was notified: \(sent.reason ?? "unknown reason").") }
        return sent.notification.id
    }

    /// Reports to the phone that the agent has received the answer. Best effort, with a short timeout.
    func reportApplied(_ answer: VerifiedAnswer) async {
        guard case .available(let client, _) = connection else { return }
        await client.reportApplied(answer.askID, by: time)
    }

    private var unavailableReason: String { if case .unavailable(let reason) = connection { reason } else { "" } }
}

extension BellhopClient {
    /// Reports to the server, and through it to the phone, that the asking program has received the answer.
    ///
    /// Best effort: the answer is final without it, and the end of this process is delayed by at most `limit`.
    func reportApplied(
        _ id: AskID, within limit: Duration = .seconds(2), by time: ClientTime = .system
    ) async {
        _ = try? await withTimeLimit(limit, by: time) {
            try await self.call(API.sendReceipt, body: Receipt(kind: .applied, askID: id))
        }
    }
}

extension ServerOptions {
    /// Runs `work` with an ask client for these options. Invalid options are no error: every ask of the agent then fails
    /// with the reason.
    func withAskClient(wait: Duration, _ work: (AskClient) async throws -> Void) async throws {
        let settings: ClientSettings
        let access: ClientAccess
        do {
            settings = try self.settings()
            access = try self.access(settings)
        } catch {
            Output.remark("bellhop: \(error)")
            return try await work(AskClient(connection: .unavailable("\(error)"), wait: wait))
        }
        try await BellhopClient.with(access.address, key: access.key) { client in
            try await work(AskClient(connection: .available(client, trusted: settings.answerTrust), wait: wait))
        }
    }
}
