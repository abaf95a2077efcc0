import BellhopKit
import BellhopModel
import BellhopTesting
import Testing

@Suite("What the user subscribes to")
struct TopicTests {
    @Test("they subscribe to a topic or an item and end that, and again changes nothing")
    func subscribes() async throws {
        let phone = try await TestPhone.paired()
        for topic in ["news", "a/1", "news"] as [TopicID] {
            #expect(await phone.bellhop.subscribe(to: topic) == .done)
        }
        guard case .items(let topics, isLast: true) = await phone.bellhop.topics() else {
            Issue.record("no list")
            return
        }
        #expect(topics.map(\.id) == ["a/1", "news"])
        for _ in 0..<2 { #expect(await phone.bellhop.unsubscribe(from: "a/1") == .done) }
        #expect(await phone.server.subscriptions == ["news"])
    }

    @Test("a long list comes page by page")
    func pages() async throws {
        let phone = try await TestPhone.paired()
        for number in 100..<220 { _ = await phone.bellhop.subscribe(to: try #require(TopicID("t \(number)"))) }
        guard case .items(let first, isLast: false) = await phone.bellhop.topics(),
            case .items(let rest, isLast: true) = await phone.bellhop.topics(after: first.last?.id)
        else {
            Issue.record("no two pages")
            return
        }
        #expect((first + rest).map(\.id.description) == (100..<220).map { "t \($0)" })
    }

    @Test("without a server nothing is done, and a refusal says why")
    func fails() async throws {
        #expect(await TestPhone().bellhop.subscribe(to: "news") == .unavailable)
        let phone = try await TestPhone.paired()
        await phone.server.setDown(true)
        #expect(await phone.bellhop.subscribe(to: "news") == .unavailable)
        #expect(await phone.bellhop.topics() == .unavailable)
        await phone.server.setDown(false)
        await phone.server.fail(next: .response(.error(.forbidden)))
        #expect(await phone.bellhop.unsubscribe(from: "news") == .refused(message: APIErrorCode.forbidden.meaning))
    }
}
