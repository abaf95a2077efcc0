import BellhopModel
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Campaigns")
struct CampaignsTests {
    private let bench = EngineBench()
    private var campaigns: CampaignService {
        CampaignService(store: bench.store, workSignal: bench.workSignal, time: bench.time, metrics: bench.metrics)
    }

    private func start(
        _ audience: Audience = .everyone,
        _ notification: NotificationRequest = NotificationRequest(title: "T", body: "B"),
        by key: KeyRecord = .admin()
    ) async throws -> Campaign {
        let request = CampaignRequest(to: audience, notification: notification)
        switch try await campaigns.start(request, by: key, recorder: nil) {
        case .accepted(let campaign): return campaign
        case .repeated: throw StoreUnavailable("repeated")
        }
    }

    @Test("An accepted campaign is stored, waits, and notifies the fan-out")
    func accepted() async throws {
        let mark = bench.workSignal.latest()
        let campaign = try await start(.users(["ada", "bob", "ada"]))
        #expect(campaign.state == .waiting)
        #expect(campaign.to == Campaign.Target(userCount: 2))
        #expect(campaign.expiresAt == bench.time.now + .seconds(86_400))
        #expect(try await campaigns.campaign(campaign.id, for: .admin()) == campaign)
        #expect(bench.workSignal.latest() != mark)
    }

    @Test("A repeated request starts nothing and returns the first response")
    func repeated() async throws {
        let admin = KeyRecord.admin()
        let request = CampaignRequest(to: .everyone, notification: NotificationRequest(title: "T", body: "B"))
        let remember: @Sendable (Campaign) throws -> IdempotencyRecord = {
            IdempotencyRecord(
                scope: admin.id, key: "k", requestDigest: [1], status: 202, body: [], createdAt: $0.createdAt)
        }
        _ = try await campaigns.start(request, by: admin, recorder: remember)
        guard case .repeated = try await campaigns.start(request, by: admin, recorder: remember) else {
            Issue.record("not recognised")
            return
        }
        #expect(try await campaigns.list(before: nil, limit: 9, for: admin).count == 1)
    }

    @Test("Only an admin starts, reads and stops campaigns")
    func roles() async throws {
        let id = try await start().id
        for key in [KeyRecord.agent(), TestPhone().key] {
            await expectRefusal(.forbidden) { try await start(by: key) }
            await expectRefusal(.forbidden) { try await campaigns.campaign(id, for: key) }
            await expectRefusal(.forbidden) { try await campaigns.list(before: nil, limit: 9, for: key) }
            await expectRefusal(.forbidden) { try await campaigns.stop(id, by: key) }
        }
    }

    @Test("An unknown campaign cannot be read or stopped")
    func unknown() async {
        let id = CampaignID.make(at: bench.time.now)
        await expectRefusal(.notFound) { try await campaigns.campaign(id, for: .admin()) }
        await expectRefusal(.notFound) { try await campaigns.stop(id, by: .admin()) }
    }

    @Test(
        "An invalid campaign is rejected with an error that names the field",
        arguments: [
            (Audience.everyone, NotificationRequest(userID: "ada", title: "T", body: "B"), "notification.user_id:"),
            (.everyone, NotificationRequest(title: "", body: "B"), "notification.title: is empty"),
            (
                .everyone, NotificationRequest(title: "T", body: "B", category: .approvalRequest),
                "notification.category:"
            ),
        ])
    func refused(_ audience: Audience, _ notification: NotificationRequest, _ message: String) async throws {
        do {
            _ = try await start(audience, notification)
            Issue.record("not refused")
        } catch let error as APIError {
            #expect(error.code == .invalidRequest)
            #expect(error.message.hasPrefix(message), "\(error.message)")
        }
        #expect(try await bench.store.campaigns(before: nil, limit: 9).isEmpty)
    }

    @Test(
        "A recipient's fields have the rules of a notification's, and an error names the recipient",
        arguments: [
            (Audience.Recipient(user: "bob", title: " "), APIErrorCode.invalidRequest, ".title: is empty"),
            (.init(user: "ada"), .invalidRequest, ".user: is also the user of to.recipients[0]"),
            (.init(user: "bob", deepLink: "x"), .invalidRequest, ".options.data.deepLink: deep_link sets this key too"),
            (
                .init(user: "bob", deepLink: "app://" + String(repeating: "\u{1}", count: 1000)), .payloadTooLarge,
                ": "
            ),
        ])
    func refusedRecipient(_ recipient: Audience.Recipient, _ code: APIErrorCode, _ message: String) async throws {
        let isLink = code == .invalidRequest && recipient.deepLink != nil
        let data: [String: JSONValue] = isLink ? ["deepLink": "y"] : ["x": .string(String(repeating: "x", count: 2000))]
        let notification = NotificationRequest(title: "T", body: "B", options: NotificationOptions(data: data))
        let recipients = [.init(user: "ada"), .init(user: "eve", title: "For Eve"), recipient]
        let error = await #expect(throws: APIError.self) { try await start(.recipients(recipients), notification) }
        #expect(error?.code == code)
        #expect(error?.message.hasPrefix("to.recipients[2]" + message) == true, "\(String(describing: error))")
        #expect(try await bench.store.campaigns(before: nil, limit: 9).isEmpty)
    }

    @Test("Long texts of recipients are accepted, since a push shortens them")
    func longTexts() async throws {
        let long = String(repeating: "\"\n", count: 2000)
        let campaign = try await start(.recipients([.init(user: "ada", body: long), .init(user: "bob")]))
        #expect(campaign.to == Campaign.Target(userCount: 2))
        let step = try await bench.store.advanceCampaign(at: bench.time.now, limit: 9)
        #expect(step?.notifications.map(\.body) == [long, "B"])
    }

    @Test("A campaign that does not fit into a push is rejected")
    func size() async throws {
        let data: [String: JSONValue] = ["x": .string(String(repeating: "x", count: 5000))]
        await expectRefusal(.payloadTooLarge) {
            try await start(
                .everyone, NotificationRequest(title: "T", body: "B", options: NotificationOptions(data: data)))
        }
    }
}
