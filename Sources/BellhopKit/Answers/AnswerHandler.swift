import BellhopModel

/// A given answer, with the digest of the input that the person saw.
struct AnswerDraft: Hashable, Sendable {
    var askID: AskID
    var answer: Answer
    /// The digest of the input, as the ask or its notification names it.
    var inputDigest: String
    var deadline: Timestamp
    /// The whole ask, when it is loaded. A notification carries an extract only.
    var ask: Ask?

    /// Creates the answer of a notification's button.
    init(askID: AskID, answer: Answer, inputDigest: String, deadline: Timestamp) {
        self.askID = askID
        self.answer = answer
        self.inputDigest = inputDigest
        self.deadline = deadline
    }

    /// Creates an answer to a loaded ask, whose deadline is part of the signed statement.
    init(to ask: Ask, _ answer: Answer, inputDigest: String? = nil) {
        askID = ask.id
        self.answer = answer
        self.inputDigest = inputDigest ?? ask.request.inputDigest
        deadline = ask.deadline
        self.ask = ask
    }
}

/// An answer in the retry queue. There is one for each ask, under the ask's ID.
struct QueuedAnswer: Codable, Hashable, Sendable {
    let askID: AskID
    let answer: Answer
    let inputDigest: String
    let deadline: Timestamp
    /// The user who answered: the device may be paired with another user before the answer is sent.
    let userID: UserID

    init(_ draft: AnswerDraft, of userID: UserID) {
        askID = draft.askID
        answer = draft.answer
        inputDigest = draft.inputDigest
        deadline = draft.deadline
        self.userID = userID
    }
}

/// Signs queued answers, sends them, and reads their results.
actor AnswerHandler: RetryHandler {
    typealias Item = QueuedAnswer
    typealias Outcome = AnswerResult
    typealias Prepared = SignedRequest
    typealias Report = AnswerReport
    typealias Request = QueuedRequest<QueuedAnswer, AnswerResult>

    nonisolated let policy = RetryQueuePolicy(
        drawer: .answers, backoff: .interactive, retention: .seconds(24 * 3600), verifiesExpiredRequests: true)
    nonisolated let expired = AnswerResult.expiredOffline
    /// Nothing is sent that is not stored: an approval could otherwise be repeated after a restart without its result.
    nonisolated var notStored: AnswerResult? { .refused(message: AnswerMessages.storageFull) }

    private let api: DeviceAPI
    private let registrar: Registrar
    private let deviceKey: any DeviceKey
    private let clock: ServerClock
    /// The latest signature for each ask: ECDSA signatures differ, and a repetition must be the same request.
    private var signatures: [AskID: (statement: String, signature: String)] = [:]

    init(api: DeviceAPI, registrar: Registrar, deviceKey: any DeviceKey, clock: ServerClock) {
        self.api = api
        self.registrar = registrar
        self.deviceKey = deviceKey
        self.clock = clock
    }

    struct SignedRequest: Sendable {
        var request: AnswerRequest
        var key: Secret
    }

    func prepare(_ request: Request) async -> RetryPreparation<SignedRequest, AnswerResult> {
        let credentials: DeviceCredentials
        switch await registrar.credentials() {
        case .found(let found) where found.userID == request.item.userID: credentials = found
        case .found: return .ended(.refused(message: AnswerMessages.otherOwner))
        case .unpaired: return .ended(.refused(message: AnswerMessages.notPaired))
        case .locked: return .retry
        }
        let answer = request.item
        guard let signature = await signature(for: answer, of: credentials.deviceID) else { return .retry }
        return .ready(
            SignedRequest(
                request: AnswerRequest(answer: answer.answer, inputDigest: answer.inputDigest, signature: signature),
                key: credentials.key))
    }

    /// - Returns: `nil` when the key cannot be used now.
    private func signature(for answer: QueuedAnswer, of device: DeviceID) async -> String? {
        let statement = AnswerStatement(
            askID: answer.askID, inputDigest: answer.inputDigest, deadline: answer.deadline, deviceID: device,
            answer: answer.answer)
        guard let text = try? statement.text else { return nil }
        if let known = signatures[answer.askID], known.statement == text { return known.signature }
        guard let bytes = try? await deviceKey.sign(Array(text.utf8)), bytes.count == 64 else { return nil }
        let signature = Base64.encode(bytes)
        signatures[answer.askID] = (text, signature)
        return signature
    }

    func send(
        _ prepared: SignedRequest, for request: Request, timeLeft: Duration
    ) async throws -> AttemptResult<AnswerResult> {
        let reply = try await api.answer(
            request.item.askID, prepared.request, key: prepared.key, timeout: min(.seconds(15), timeLeft),
            until: clock.deviceTime(of: request.item.deadline))
        switch AnswerReplyResult(reply, to: request.item) {
        case .ended(let result):
            signatures[request.item.askID] = nil
            return .ended(result)
        case .retry(let atLeast): return .retry(atLeast: atLeast)
        case .keyRejected(let result):
            await registrar.keyRejected(prepared.key)
            return .ended(result)
        }
    }

    /// Reads the ask after its deadline passed without a receipt: the receipt was lost, or the answer never arrived.
    func verify(_ request: Request) async -> AttemptResult<AnswerResult?> {
        guard case .found(let credentials) = await registrar.credentials(),
            let reply = try? await api.call(API.getAsk, request.item.askID, key: credentials.key)
        else { return .retry(atLeast: nil) }
        switch reply {
        case .unavailable(let why): return .retry(atLeast: why.retryAfter)
        case .value(let ask): return .ended(AnswerResult(of: ask, for: request.item.answer))
        case .refused: return .ended(nil)
        }
    }

    nonisolated func shouldReplaceOutcome(of request: Request, with new: AnswerResult) -> Bool {
        switch (request.outcome, new) {
        case (nil, _): true
        case (.sent, .agentWentOn): true
        case (.expiredOffline, .sent), (.expiredOffline, .agentWentOn): request.isUnverified
        default: false
        }
    }

    nonisolated func report(_ event: RetryEvent<AnswerResult>, of request: Request) -> AnswerReport? {
        switch event {
        case .ended(let result): request.item.report(result)
        case .delayed: request.item.report(.queuedOffline)
        }
    }
}

extension QueuedAnswer {
    func report(_ result: AnswerResult) -> AnswerReport { AnswerReport(askID: askID, answer: answer, result: result) }
}

/// The server's reply to an answer.
enum AnswerReplyResult: Hashable, Sendable {
    case ended(AnswerResult)
    case retry(atLeast: Duration?)
    /// The server does not know this device's key.
    case keyRejected(AnswerResult)

    init(_ reply: ServerReply<Ask>, to answer: QueuedAnswer) {
        switch reply {
        case .value(let ask):
            guard ask.id == answer.askID, let result = AnswerResult(of: ask, for: answer.answer) else {
                self = .retry(atLeast: nil)
                return
            }
            self = .ended(result)
        case .unavailable(let why): self = .retry(atLeast: why.retryAfter)
        case .refused(let refusal): self = Self.result(of: refusal)
        }
    }

    private static func result(of refusal: Refusal) -> Self {
        switch refusal.code {
        case .askExpired: return .ended(.tooLate)
        case .askWithdrawn: return .ended(.withdrawn(reason: refusal.resolution?.reason))
        case .askAlreadyAnswered:
            guard let resolution = refusal.resolution else { return .ended(.refused(message: refusal.message)) }
            return .ended(.answeredElsewhere(by: resolution))
        case .inputDigestMismatch: return .ended(.refused(message: AnswerMessages.inputChanged))
        case .unauthorized: return .keyRejected(.refused(message: AnswerMessages.keyRevoked))
        default: return .ended(.refused(message: refusal.message))
        }
    }
}
