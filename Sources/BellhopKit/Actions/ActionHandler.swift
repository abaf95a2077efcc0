import BellhopModel

/// Carries out queued actions: snoozing in the local schedule, everything else by the app's handler.
struct ActionHandler: RetryHandler {
    typealias Item = ContentAction
    typealias Outcome = DeliveryOutcome
    typealias Prepared = Void
    typealias Report = ContentActionReport

    /// The attempt's timeout is shorter than the system's limit for a background action.
    let policy = RetryQueuePolicy(
        drawer: .actions, backoff: .interactive, attemptTimeout: .seconds(20), retention: .seconds(24 * 3600))
    let expired = DeliveryOutcome.expired
    let handler: (any ContentActionHandler)?
    let schedule: LocalSchedule
    let clock: any ClockPort

    func send(
        _ prepared: Void, for request: QueuedRequest<ContentAction, DeliveryOutcome>, timeLeft: Duration
    ) async throws -> AttemptResult<DeliveryOutcome> {
        let action = request.item
        if case .snooze(let time) = action.kind {
            return await snooze(action, until: time.moment(after: request.acceptedAt))
        }
        // A new version of the app may have no handler.
        guard let handler else { return .ended(.refused(message: Strings.current.actionNoticeNoHandler)) }
        do {
            try await handler.perform(action)
            return .ended(.done)
        } catch let refusal as ContentActionRefusal {
            return .ended(.refused(message: refusal.message))
        } catch {
            return .retry(atLeast: nil)
        }
    }

    private func snooze(_ action: ContentAction, until moment: Timestamp) async -> AttemptResult<DeliveryOutcome> {
        if let deadline = action.notification.payload.deadline, deadline <= moment { return .ended(.done) }
        do {
            try await schedule.snooze(action.notification, until: moment, at: clock.now)
            return .ended(.done)
        } catch {
            return .retry(atLeast: nil)
        }
    }

    func report(
        _ event: RetryEvent<DeliveryOutcome>, of request: QueuedRequest<ContentAction, DeliveryOutcome>
    ) -> ContentActionReport? {
        let result: ContentActionReport.Result =
            switch event {
            case .ended(.done): .done
            case .ended(.refused(let message)): .refused(message: message)
            case .ended(.expired): .expired
            case .delayed(let isStored): .waiting(isKept: isStored)
            }
        return ContentActionReport(action: request.item, result: result)
    }
}
