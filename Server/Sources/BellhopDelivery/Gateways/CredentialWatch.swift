import BellhopPush
import Logging
import Synchronization

/// Whether a gateway takes our credential: says so in the log once per change, however many pushes it is about.
final class CredentialWatch: Sendable {
    private let refusal = Mutex<Reason?>(nil)
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    func saw(_ outcome: Outcome) {
        switch outcome {
        case .accepted:
            guard let reason = exchange(for: nil) else { return }
            logger.notice("The gateway takes the credential again", metadata: ["after": "\(reason)"])
        case .rejected(let rejection) where rejection.cause == .credentialInvalid:
            guard exchange(for: rejection.reason) != rejection.reason else { return }
            logger.error(
                "The gateway refuses the credential: nothing arrives until it is mended; pushes wait meanwhile",
                metadata: ["reason": "\(rejection.reason)"])
        case .rejected, .deferred:
            break
        }
    }

    private func exchange(for reason: Reason?) -> Reason? {
        refusal.withLock { current in
            defer { current = reason }
            return current
        }
    }
}
