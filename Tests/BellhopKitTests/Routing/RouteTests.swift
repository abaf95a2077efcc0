import BellhopModel
import BellhopSystem
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("The route of a notification")
struct RouteTests {
    @Test(
        "Bellhop's own links are parsed",
        arguments: [
            ("bellhop://settings", .settings),
            ("BELLHOP://settings", .settings),
            ("bellhop://asks/\(Fixture.askID(1))", .ask(Fixture.askID(1))),
            ("bellhop://asks/\(Fixture.askID(1))?from=push", .ask(Fixture.askID(1))),
            ("bellhop://sessions/s%2F1", .session("s/1", .look)),
            ("bellhop://items/7", .item("7")),
            ("bellhop://messages/caf%C3%A9", .message("café")),
            ("bellhop://asks/42", nil),
            ("bellhop://asks", .asks), ("bellhop://notifications", .notifications),
            ("bellhop://sessions/%00", nil),
            ("bellhop://items/%F", nil),
            ("bellhop://items/%FF", nil),
            ("bellhop://items/%FF/7", nil),
            ("bellhop://elsewhere/1", nil),
            ("https://example.com/asks/1", nil),
            ("javascript:alert(1)", nil),
            ("", nil),
        ] as [(String, Route?)])
    func links(link: String, route: Route?) { #expect(Route(link: link) == route) }

    @Test(
        "Payloads of all dialects have a route",
        arguments: [
            (#"{"aps":{"alert":"x"},"type":"complete","sessionId":"s"}"#, .session("s", .look)),
            (
                #"{"aps":{"alert":"x"},"type":"question","questionId":"\#(Fixture.askID(3))","inputDigest":"d"}"#,
                .question(Fixture.askID(3))
            ),
            (
                #"{"aps":{"alert":"x"},"type":"approval","requestId":"\#(Fixture.askID(4))","inputDigest":"d"}"#,
                .ask(Fixture.askID(4))
            ),
            (#"{"aps":{"alert":"x"},"type":"approval","requestId":"\#(Fixture.askID(4))"}"#, .notFound),
            (#"{"aps":{"alert":"x"},"type":"approval","requestId":"approval-123"}"#, .notFound),
            (#"{"aps":{"alert":"x"},"notification_type":"new_item","item_id":7}"#, .item("7")),
            (#"{"aps":{"alert":"x"},"type":"message","resource_id":"msg_1"}"#, .message("msg_1")),
            (#"{"aps":{"alert":"x"},"deep_link":"myapp://messages/1"}"#, .link("myapp://messages/1")),
            (#"{"aps":{"alert":"x"},"deepLink":"bellhop://settings","sessionId":"s"}"#, .settings),
            (#"{"aps":{"alert":"x"},"deepLink":"https://x.example","sessionId":"s"}"#, .session("s", .look)),
            (#"{"aps":{}}"#, .notFound),
        ] as [(String, Route)])
    func payloads(json: String, route: Route) throws {
        #expect(Route(try PushPayload(bytes: Array(json.utf8))) == route)
    }
}

@Suite("The kind of a notification")
struct IncomingNotificationTests {
    @Test(
        "Payloads of all kinds are recognised",
        arguments: [
            (#"{"aps":{"alert":"x"},"type":"complete","sessionId":"s"}"#, .complete("s")),
            (#"{"aps":{"alert":"x"},"type":"error"}"#, .error(nil)),
            (#"{"aps":{"alert":"x"},"type":"paused"}"#, .paused(nil)),
            (#"{"aps":{"alert":"x"},"type":"status","sessionId":"s"}"#, .status("s")),
            (
                #"{"aps":{"content-available":1},"clearApprovalId":"\#(Fixture.askID(1))","reason":"expired"}"#,
                .clear(Fixture.askID(1), .expired)
            ),
            (#"{"aps":{"content-available":1},"clearApprovalId":"approval-123"}"#, .unknown(.clear)),
            (#"{"aps":{"content-available":1},"sync_type":"messages"}"#, .sync(type: "messages")),
            (#"{"aps":{"content-available":1}}"#, .sync(type: nil)),
            (#"{"aps":{"event":"update","content-state":{}}}"#, .liveActivity),
            (#"{"aps":{"alert":"x","category":"reminder"},"item_id":"7"}"#, .reminder(item: "7")),
            (#"{"aps":{"alert":"x"},"type":"lights"}"#, .unknown(NotificationKind(rawValue: "lights"))),
            (#"{}"#, .unknown(.unknown)),
        ] as [(String, IncomingNotification)])
    func kinds(json: String, incoming: IncomingNotification) throws {
        #expect(IncomingNotification(try PushPayload(bytes: Array(json.utf8))) == incoming)
    }

    @Test("A push about an ask has all data that an answer needs")
    func notice() throws {
        let ask = Fixture.ask()
        #expect(IncomingNotification(Fixture.push(ask)) == .ask(AskNotice(ask)))
        let question = Fixture.ask(2, questions: [Fixture.question])
        #expect(IncomingNotification(Fixture.push(question)).notice?.inputDigest == question.request.inputDigest)
    }
}

@Suite("Presentation while the app is open")
struct ForegroundPolicyTests {
    @Test("Asks are shown as a card with a haptic, and not as a banner", arguments: [false, true])
    func asks(isRepeated: Bool) {
        for ask in [Fixture.ask(), Fixture.ask(2, questions: [Fixture.question])] {
            let policy = ForegroundPolicy(for: IncomingNotification(ask), isRepeated: isRepeated)
            #expect(policy.presentation == .badge)
            #expect(policy.showsCard == !isRepeated)
            #expect(policy.haptic == (isRepeated ? nil : .warning))
        }
    }

    @Test("Other notifications are shown by the system, once")
    func content() {
        #expect(ForegroundPolicy(for: .message(id: nil), isRepeated: false).presentation.contains(.banner))
        #expect(!ForegroundPolicy(for: .message(id: nil), isRepeated: true).presentation.contains(.banner))
    }

    @Test("Silent pushes show nothing", arguments: [.liveActivity, .sync(type: nil)] as [IncomingNotification])
    func silent(incoming: IncomingNotification) {
        #expect(ForegroundPolicy(for: incoming, isRepeated: false).presentation.isEmpty)
    }
}

@Suite("The payload of a shown notification")
struct ShownContentTests {
    @Test("Shown values override the payload's")
    func shown() {
        let payload = PushPayload(
            userInfo: Fixture.push(Fixture.ask()).userInfo,
            shown: ShownContent(title: "Already answered", category: "SESSION_STATUS", thread: "t"))
        #expect(payload.aps.category == .sessionStatus && payload.aps.threadID == "t")
        #expect(payload.aps.alert?.title == "Already answered")
        #expect(payload.aps.alert?.body == Fixture.push(Fixture.ask()).aps.alert?.body)
        #expect(payload.askID == Fixture.askID(1))
    }

    @Test("Empty shown values leave the payload unchanged")
    func empty() {
        let push = Fixture.push(Fixture.ask())
        #expect(PushPayload(userInfo: push.userInfo, shown: ShownContent()) == push)
    }

    @Test("A payload is read back from userInfo unchanged, except for nulls, which the system refuses")
    func userInfo() {
        var push = Fixture.push(Fixture.ask())
        push.extra = ["list": [1, 2.5, true, .null, "x"], "nothing": .null, "deep": ["a": .null, "b": 1]]
        let info = push.userInfo
        #expect(info["nothing"] == nil)
        let read = PushPayload(userInfo: info)
        #expect(read.extra == ["list": [1, 2.5, true, "x"], "deep": ["b": 1]])
        #expect(read.inputDigest == push.inputDigest && read.deadline == push.deadline)
    }

    @Test("Known categories and Bellhop's local notifications are Bellhop's; all others are the app's")
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
