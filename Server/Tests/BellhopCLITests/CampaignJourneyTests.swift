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

@Suite("A broadcast to everyone", .timeLimit(.minutes(10)))
struct BroadcastPhoneTests {
    @Test("Each phone shows it once, none has it in the history, and a tap counts as opened")
    func tapped() async throws {
        try await ItemJourney.run { journey in
            let admin = journey.admin
            let campaign = try await admin.call(
                API.createCampaign,
                body: CampaignRequest(
                    to: .everyone, delivery: .broadcast,
                    notification: NotificationRequest(title: "Hello", body: "To all", category: .update)))
            for phone in [journey.phone, journey.tablet, journey.bens] {
                let shown = try #require(await phone.shows(.update))
                #expect(shown.payload.aps.alert?.body == "To all")
                #expect(shown.payload.aps.badge == nil)
            }
            let shown = try #require(await journey.phone.shows(.update))
            await journey.phone.tap(shown)
            var figures = try await admin.call(API.getCampaign, campaign.id).figures
            while figures?.opened != 1 || figures?.sent != 3 {
                figures = try await admin.call(API.getCampaign, campaign.id).figures
            }
            #expect(figures?.failed == 0 && figures?.skipped == 0)
            let history = try await admin.call(API.notificationHistory, query: ["user": "ada"])
            #expect(!history.items.contains { $0.title == "Hello" })
        }
    }
}
