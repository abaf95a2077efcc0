import BellhopModel

/// Sees to what the person did with notifications that are the app's own business.
struct ContentActions: Sendable {
    let courier: Courier<ContentAction>
    let schedule: LocalSchedule
    private let hasHandler: Bool

    init(
        handler: (any ContentActionHandler)?, schedule: LocalSchedule, journal: any Journal, clock: any ClockPort,
        randomness: any RandomnessPort, wake: Wake
    ) {
        self.schedule = schedule
        hasHandler = handler != nil
        courier = Courier(.actions, journal: journal, clock: clock, randomness: randomness, wake: wake) { errand in
            let action = errand.cargo
            if case .snooze(let time) = action.kind {
                return await Self.snooze(
                    action, until: time.moment(after: errand.acceptedAt), in: schedule, clock: clock)
            }
            return try await Self.perform(action, by: handler)
        }
    }

    /// Returns when it is done, or safe in the journal to be tried again.
    func accept(_ action: ContentAction, at now: Timestamp) async {
        if action.kind == .complete {
            // The journal may be locked; then it goes when the app's backend has agreed and the item is gone.
            if let item = action.notification.payload.itemID { try? await schedule.remove(item: item) }
            try? await schedule.removeSnooze(of: action.notification.id)
        }
        guard hasHandler || action.kind.isSnooze else { return }
        await courier.accept(Errand(action.id, action, at: now, expiresAt: action.expiresAt))
    }

    /// What came of them, in order, each once; also of those that ended while nobody looked.
    var results: AsyncStream<ContentActionReport> {
        AsyncStream(unfolding: { [courier] in await courier.nextReport().map(ContentActionReport.init) })
    }

    private static func perform(
        _ action: ContentAction, by handler: (any ContentActionHandler)?
    ) async throws -> ErrandVerdict {
        // An app that no longer has a handler carries out nothing more.
        guard let handler else { return .refused(message: Strings.current.actionNoticeNoHandler) }
        do {
            try await handler.perform(action)
            return .done
        } catch let refusal as ContentActionRefusal {
            return .refused(message: refusal.message)
        } catch {
            return .tryAgain(atLeast: nil)
        }
    }

    private static func snooze(
        _ action: ContentAction, until: Timestamp, in schedule: LocalSchedule, clock: any ClockPort
    ) async -> ErrandVerdict {
        if let deadline = action.notification.payload.deadline, deadline <= until { return .done }
        do {
            try await schedule.snooze(action.notification, until: until, at: clock.now)
            return .done
        } catch {
            return .tryAgain(atLeast: nil)
        }
    }
}

extension ContentAction.Kind {
    fileprivate var isSnooze: Bool { if case .snooze = self { true } else { false } }
}

extension CourierManner {
    /// The app may be waited for as long as the system waits for the kit, and a little less.
    fileprivate static let actions = Self(
        drawer: .actions, backoff: .answers, patience: .seconds(20), retention: .seconds(24 * 3600), isOrdered: false)
}
