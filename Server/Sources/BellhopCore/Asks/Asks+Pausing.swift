import BellhopModel
import BellhopStore
import Crypto
import Foundation

/// When an agent may not ask the same again.
enum AskPause {
    /// So many denials of the same input within ``window``.
    static let denials = 3
    static let window: Duration = .seconds(600)
}

extension Asks {
    /// SHA-256 of the input alone: the nonce, which makes each digest another one, is left out. `nil` for questions, which
    /// nobody denies, and without input.
    static func inputHash(of ask: Ask) -> [UInt8]? {
        guard ask.request.isApproval, !ask.request.input.isEmpty else { return nil }
        return Array(SHA256.hash(data: Data(ask.request.input.utf8)))
    }

    /// Refuses what the user has denied again and again: an agent that repeats itself hopes for a tired person.
    ///
    /// The user is told of it once, quietly.
    /// - Throws: `APIError` `ask_paused`.
    func refuseIfPaused(_ ask: Ask, _ inputHash: [UInt8]) async throws {
        let now = ask.createdAt
        let denials = try await store.denials(of: ask.userID, inputHash: inputHash, after: now - AskPause.window)
        guard denials.count >= AskPause.denials, let last = denials.last else { return }
        let end = denials[denials.count - AskPause.denials] + AskPause.window
        try await tellOfPause(ask, denials: denials.count, at: last, inputHash)
        throw APIError(
            .askPaused,
            "The user has denied this same input \(denials.count) times within ten minutes. It is not asked again before "
                + "\(end).")
    }

    private func tellOfPause(_ ask: Ask, denials: Int, at last: Timestamp, _ inputHash: [UInt8]) async throws {
        let notification = UserNotification(
            id: .make(at: ask.createdAt), userID: ask.userID, category: .sessionStatus, sessionID: ask.sessionID,
            title: "Asked \(denials + 1) times, denied \(denials) times",
            body: "\(ask.request.title): not asked again for some minutes. The agent was told why.",
            thread: ask.sessionID?.description, options: NotificationOptions(interruptionLevel: .passive),
            createdAt: ask.createdAt, expiresAt: ask.createdAt + .seconds(NotificationRules.lifetime))
        // One for each denial: further attempts, also with other keys of the user, find the record. No key has this id.
        let record = IdempotencyRecord(
            scope: KeyID(high: 0, low: 0),
            key: "ask-paused \(ask.userID) \(Hex.encode(inputHash)) \(last.milliseconds)", requestDigest: inputHash,
            status: APIErrorCode.askPaused.status, body: [], createdAt: ask.createdAt)
        let submission = Submission(notification: notification, idempotency: record)
        guard case .stored = try await store.accept(submission, waking: wake) else { return }
        await announcer.announce(.notificationCreated(notification), to: notification.userID)
    }
}
