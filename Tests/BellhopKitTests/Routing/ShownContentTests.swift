import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("The payload of what is on the screen")
struct ShownContentTests {
    @Test("What is shown goes before what was sent")
    func shown() {
        let payload = PushPayload(
            userInfo: Fixture.push(Fixture.ask()).userInfo,
            shown: ShownContent(title: "Already answered", category: "SESSION_STATUS", thread: "t"))
        #expect(payload.aps.category == .sessionStatus && payload.aps.threadID == "t")
        #expect(payload.aps.alert?.title == "Already answered")
        #expect(payload.aps.alert?.body == Fixture.push(Fixture.ask()).aps.alert?.body)
        #expect(payload.askID == Fixture.askID(1))
    }

    @Test("What is empty says nothing")
    func empty() {
        let push = Fixture.push(Fixture.ask())
        #expect(PushPayload(userInfo: push.userInfo, shown: ShownContent()) == push)
    }

    @Test("A payload comes back from userInfo as it was, but for nulls, which the system refuses")
    func userInfo() {
        var push = Fixture.push(Fixture.ask())
        push.extra = ["list": [1, 2.5, true, .null, "x"], "nothing": .null, "deep": ["a": .null, "b": 1]]
        let info = push.userInfo
        #expect(info["nothing"] == nil)
        let read = PushPayload(userInfo: info)
        #expect(read.extra == ["list": [1, 2.5, true, "x"], "deep": ["b": 1]])
        #expect(read.inputDigest == push.inputDigest && read.deadline == push.deadline)
    }

    @Test("What Bellhop knows is Bellhop's, and what it made itself; the rest is the app's")
    func ownership() {
        func notification(_ id: String, _ payload: PushPayload) -> DeliveredNotification {
            DeliveredNotification(id: id, deliveredAt: Fixture.start, payload: payload)
        }
        var own = PushPayload()
        own.aps.category = CategoryID("OWN")
        own.aps.alert = PushAlert(title: "The app's own")
        #expect(!notification("own", own).isBellhops)
        #expect(notification(LocalID.action("a").description, own).isBellhops)
        #expect(notification("push", Fixture.push(Fixture.ask())).isBellhops)
        own.aps.category = .reminder
        #expect(notification("own", own).isBellhops)
    }
}
