import BellhopClient
import BellhopKit
import BellhopModel
import Testing

@testable import BellhopSimulators

@Suite("A campaign to recipients with texts of their own", .timeLimit(.minutes(10)))
struct CampaignJourneyTests {
    @Test("Each phone shows its user's texts, and the notification's where the recipient has none")
    func texts() async throws {
        try await ItemJourney.run { journey in
            let campaign = try await journey.admin.call(
                API.createCampaign,
                body: CampaignRequest(
                    to: .recipients([
                        .init(user: "ben", title: "Hello Ben", body: "Your order has shipped"),
                        .init(user: "ada", subtitle: "For Ada", deepLink: "shop://orders/7"),
                    ]),
                    notification: NotificationRequest(
                        title: "Hello", subtitle: "Shop", body: "Your order is ready", category: .update,
                        deepLink: "shop://orders")))
            #expect(campaign.to == Campaign.Target(userCount: 2))
            for (phone, title, subtitle, body, link) in [
                (journey.phone, "Hello", "For Ada", "Your order is ready", "shop://orders/7"),
                (journey.tablet, "Hello", "For Ada", "Your order is ready", "shop://orders/7"),
                (journey.bens, "Hello Ben", "Shop", "Your order has shipped", "shop://orders"),
            ] {
                let payload = try #require(await phone.shows(.update)).payload
                #expect(payload.aps.alert?.title == title)
                #expect(payload.aps.alert?.subtitle == subtitle)
                #expect(payload.aps.alert?.body == body)
                #expect(payload.deepLink == link)
            }
        }
    }
}
