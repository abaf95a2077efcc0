import BellhopModel

/// Tells the server what the person has read, now or when it can be reached again.
struct ReadReceipts: Sendable {
    let courier: Courier<NotificationID>
    private let clock: any ClockPort

    init(
        api: DeviceAPI, registrar: Registrar, journal: any Journal, clock: any ClockPort,
        randomness: any RandomnessPort, wake: Wake
    ) {
        self.clock = clock
        courier = Courier(.reads, journal: journal, clock: clock, randomness: randomness, wake: wake) { errand in
            // Also when the device is not paired: it may be again, and by the same person.
            guard case .found(let credentials) = await registrar.credentials() else {
                return .tryAgain(atLeast: nil)
            }
            switch try await api.perform(API.readNotification, errand.cargo, key: credentials.key) {
            case .value: return .done
            case .unavailable(let why): return .tryAgain(atLeast: why.retryAfter)
            case .refused(let refusal):
                if refusal.code == .unauthorized { await registrar.keyRejected(credentials.key) }
                return .refused(message: refusal.message)
            }
        }
    }

    func markRead(_ id: NotificationID) async {
        let now = clock.now
        await courier.accept(Errand(id.description, id, at: now, expiresAt: now + Self.lifetime))
    }

    /// How long it matters that a notification was read: as long as the server keeps it unread at most.
    private static let lifetime: Duration = .seconds(7 * 24 * 3600)
}

extension CourierManner {
    /// Nobody waits to hear what came of it, and all go to the same server.
    fileprivate static let reads = Self(
        drawer: .reads, backoff: .registration, patience: nil, retention: .zero, isOrdered: true)
}
