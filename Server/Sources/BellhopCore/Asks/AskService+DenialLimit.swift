import BellhopFoundation
import BellhopModel
import BellhopStore
import Crypto

/// The limit of repeated denials after which the same input is rejected.
enum DenialLimit {
    /// The number of denials of the same input within ``window``.
    static let denials = 3
    static let window: Duration = .seconds(600)
}

extension AskService {
    /// SHA-256 of the input alone, without the nonce, which makes every digest different. `nil` for questions, which
    /// cannot be denied, and for an empty input.
    static func inputHash(of ask: Ask) -> [UInt8]? {
        guard ask.request.isApproval, !ask.request.input.isEmpty else { return nil }
        return Array(SHA256.hash(data: Data(ask.request.input.utf8)))
    }

    /// Rejects an input that the user has denied repeatedly.
    ///
    /// The user gets one passive notification about it.
    /// - Throws: `APIError` `ask_paused`.
    func checkDenialLimit(_ ask: Ask, _ inputHash: [UInt8]) async throws {
        let now = ask.createdAt
        let denials = try await store.denials(of: ask.userID, inputHash: inputHash, after: now - DenialLimit.window)
        guard denials.count >= DenialLimit.denials, let last = denials.last else { return }
        let end = denials[denials.count - DenialLimit.denials] + DenialLimit.window
        try await notifyOfLimit(ask, denials: denials.count, at: last, inputHash)
        throw APIError(
            .askPaused,
            "The user has denied this same input \(denials.count) times within ten minutes. The ask is refused "
                + "until \(end).")
    }

    private func notifyOfLimit(_ ask: Ask, denials: Int, at last: Timestamp, _ inputHash: [UInt8]) async throws {
        let notification = UserNotification(
            id: .make(at: ask.createdAt), userID: ask.userID, category: .sessionStatus, sessionID: ask.sessionID,
            title: "Asked \(denials + 1) times, denied \(denials) times",
            body: "\(ask.request.title): not asked again for some minutes. The agent received the reason.",
            thread: ask.sessionID?.description, options: NotificationOptions(interruptionLevel: .passive),
            createdAt: ask.createdAt, expiresAt: ask.createdAt + .seconds(NotificationRules.lifetime))
        // One notification per denial: further attempts, also with other keys of the user, find the record. No key has
        // this id.
        let record = IdempotencyRecord(
            scope: KeyID(high: 0, low: 0),
            key: "ask-paused \(ask.userID) \(Hex.encode(inputHash)) \(last.milliseconds)", requestDigest: inputHash,
            status: APIErrorCode.askPaused.status, body: [], createdAt: ask.createdAt)
        let submission = Submission(notification: notification, idempotency: record)
        guard case .stored = try await store.accept(submission, at: time.now, notifying: workSignal) else { return }
        await events.publish(.notificationCreated(notification), to: notification.userID)
    }
}
