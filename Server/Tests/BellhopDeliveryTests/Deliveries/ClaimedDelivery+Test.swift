import BellhopModel
import BellhopStore
import BellhopTestSupport

@testable import BellhopCore

extension Timestamp {
    static let test = Timestamp(seconds: 1_767_225_600)
}

extension ClaimedDelivery {
    /// A delivery of an ask made at ``Timestamp/test`` with a deadline 300 s later.
    static func ask(
        _ purpose: DeliveryPurpose = .show, to phone: TestPhone = TestPhone(), attempt: Int = 1, badge: Int = 1,
        resolution: Resolution? = nil, category: CategoryID? = nil
    ) -> ClaimedDelivery {
        var request = AskRequest.approval()
        request.category = category
        var ask = Ask(request, by: .agent(), at: .test)
        ask.resolution = resolution
        return ClaimedDelivery(
            id: .make(at: .test), purpose: purpose, device: phone.device, notification: UserNotification(of: ask),
            ask: ask, badge: badge, attempt: attempt, claimedAt: .test)
    }

    /// A delivery of a notification that asks nothing and expires after 300 s.
    static func notice(
        _ purpose: DeliveryPurpose = .show, category: CategoryID = .taskComplete, readAt: Timestamp? = nil
    ) -> ClaimedDelivery {
        let request = NotificationRequest(title: "Done", body: "All tests pass", category: category, expiresIn: 300)
        var notification = UserNotification(request, by: .agent(), at: .test)
        notification.readAt = readAt
        return ClaimedDelivery(
            id: .make(at: .test), purpose: purpose, device: TestPhone().device, notification: notification, ask: nil,
            badge: 1, attempt: 1, claimedAt: .test)
    }

    /// A delivery of a summary of 17 asks, of which the last ends after 900 s, to a user with 20 of them.
    static func summary(_ purpose: DeliveryPurpose) -> ClaimedDelivery {
        var delivery = ask(purpose, badge: 20)
        delivery.ask = nil
        delivery.summary = NotificationSummary(
            id: delivery.notification.id, category: .approvalRequest, sessionID: "run-1", thread: "run-1", count: 17,
            newest: "Run a command?", source: "shop", expiresAt: .test + .seconds(900))
        return delivery
    }
}
