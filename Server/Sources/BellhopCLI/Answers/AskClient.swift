import BellhopAgents
import BellhopClient
import BellhopHook
import BellhopModel
import BellhopTerminal

/// Asks for programs that have several open at once, and checks each answer as the hook does.
struct AskClient: Sendable {
    /// The server, or why there is none: then every ask fails with that.
    let line: Line
    /// How long to wait for an answer.
    let wait: Duration
    var time: ClientTime = .system

    enum Line: Sendable {
        case open(BellhopClient, trusted: AnswerTrust)
        case down(String)
    }

    var seconds: Int { Int(wait.components.seconds) }

    /// Asks, and waits for the answer until it is there, its time is over, or `withdrawn` says that nobody needs it.
    ///
    /// - Parameter fields: what the program calls those of the request, if it names them at all.
    func ask(
        _ content: AskRequest.Content, session: SessionID? = nil, naming fields: (any FieldNaming.Type)? = nil,
        unless withdrawn: AsyncStream<WithdrawalReason>
    ) async -> AskEnding {
        guard case .open(let client, let trusted) = line else { return .failed(whyDown) }
        let deadline = time.now() + wait
        do {
            // Not cut short by a withdrawal: an ask that is on its way is waited for, so that it can be taken back.
            let ask = try await client.createAsk(AskRequest(content: content, sessionID: session, expiresIn: seconds))
                .ask
            guard
                let waited = try await first(
                    of: { try await client.waitForAnswer(to: ask.id, until: deadline) }, withdrawn)
            else { return .withdrawn }
            switch waited {
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
                    failure.map { "no answer in time (\(Refusals.words(for: $0, of: nil)))" } ?? "no answer in time")
            }
        } catch is CancellationError {
            // The program ends.
            return .withdrawn
        } catch {
            return .failed(Refusals.words(for: error, of: fields))
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

    private enum First: Sendable {
        case waited(AskWait)
        case withdrawn(WithdrawalReason)
    }

    private func first(
        of work: @escaping @Sendable () async throws -> AskWait, _ withdrawn: AsyncStream<WithdrawalReason>
    ) async throws -> First? {
        try await withThrowingTaskGroup(of: First?.self) { group in
            defer { group.cancelAll() }
            group.addTask { .waited(try await work()) }
            group.addTask {
                for await reason in withdrawn { return .withdrawn(reason) }
                return nil
            }
            return try await group.next() ?? nil
        }
    }

    /// Tells the person.
    ///
    /// - Throws: also when no device is told, and why.
    func notify(_ request: NotificationRequest) async throws -> NotificationID {
        guard case .open(let client, _) = line else { throw CommandFailure(whyDown) }
        let sent = try await client.tell(request)
        if sent.devices == 0 { throw CommandFailure("No device was told: \(sent.reason ?? "nobody knows why").") }
        return sent.notification.id
    }

    /// Tells the phone that the agent has got the answer. Best effort, and for a moment only.
    func reportApplied(_ answer: VerifiedAnswer) async {
        guard case .open(let client, _) = line else { return }
        await client.reportApplied(answer.askID, by: time)
    }

    private var whyDown: String { if case .down(let why) = line { why } else { "" } }
}
