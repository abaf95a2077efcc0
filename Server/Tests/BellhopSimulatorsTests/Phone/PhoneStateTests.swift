import BellhopKit
import BellhopModel
import Testing

@testable import BellhopSimulators

@Suite("The rules of a phone's system")
struct PhoneStateTests {
    private static let approval = PhoneBench.payload(PhoneBench.ask())

    private func state(
        isLocked: Bool = false, app: PhoneScreen.AppState = .background, allowed: AuthorizationState = .authorized
    ) -> PhoneState {
        var state = PhoneState(PhoneScreen(name: "iPhone", isLocked: isLocked, isInAirplaneMode: false))
        state.screen.app = app
        state.screen.authorization = allowed
        return state
    }

    private func push(
        _ payload: PushPayload = approval, id: String = "1", collapseID: String? = nil, type: String? = "alert"
    ) throws -> DeliveredPush {
        DeliveredPush(
            token: try #require(DeviceToken("abcd")),
            headers: PushHeaders(id: id, pushType: type, topic: "dev.bellhop.app", collapseID: collapseID),
            payload: try CanonicalJSON.encode(payload), receivedAt: PhoneBench.start)
    }

    /// With one approval on the screen.
    private func showing(
        isLocked: Bool = false, app: PhoneScreen.AppState = .background, payload: PushPayload = approval
    ) throws -> (PhoneState, DeliveredNotification) {
        var state = state(isLocked: isLocked, app: app)
        _ = state.arrive(try push(payload), at: PhoneBench.start)
        return (state, try #require(state.screen.notifications.first))
    }

    @Test(
        "an alert shows and sets the badge, whether its app runs or not",
        arguments: [
            PhoneScreen.AppState.background, .killed,
        ])
    func alert(app: PhoneScreen.AppState) throws {
        var state = state(app: app)
        #expect(state.arrive(try push(), at: PhoneBench.start) == [])
        #expect(state.screen.notifications.map(\.id) == ["1"])
        #expect(state.screen.badge == 1)
    }

    @Test("while its app is open, the app decides")
    func foreground() throws {
        var state = state(app: .foreground)
        let effects = state.arrive(try push(), at: PhoneBench.start)
        guard case .present(let notification) = effects.first, effects.count == 1 else { return #expect(Bool(false)) }
        #expect(state.screen.notifications.isEmpty && state.screen.badge == 0)

        state.present(notification, as: .badge)
        #expect(state.screen.notifications.isEmpty && state.screen.badge == 1)
        state.present(notification, as: [.list])
        #expect(state.screen.notifications == [notification])
    }

    @Test(
        "what its owner does not allow is not shown, and an open app is not asked",
        arguments: [AuthorizationState.denied, .notDetermined], [PhoneScreen.AppState.background, .foreground])
    func notAllowed(allowed: AuthorizationState, app: PhoneScreen.AppState) throws {
        var state = state(app: app, allowed: allowed)
        #expect(state.arrive(try push(), at: PhoneBench.start) == [])
        #expect(state.screen.notifications.isEmpty && state.screen.badge == 0)
    }

    @Test("newest first, and one with the same collapse id is replaced")
    func order() throws {
        var state = state()
        for (id, collapseID) in [("1", "a"), ("2", "b"), ("3", "a")] {
            _ = state.arrive(try push(id: id, collapseID: collapseID), at: PhoneBench.start)
        }
        #expect(state.screen.notifications.map(\.id) == ["a", "b"])
    }

    @Test("a silent push wakes the app, unless its owner has ended it", arguments: PhoneScreen.AppState.allCases)
    func silent(app: PhoneScreen.AppState) throws {
        var state = state(app: app)
        let payload = PushPayload.clear(PhoneBench.ask().id, reason: .expired)
        let effects = state.arrive(try push(payload, type: "background"), at: PhoneBench.start)
        #expect(effects.count == (app == .killed ? 0 : 1))
        #expect(state.screen.notifications.isEmpty)
    }

    @Test("what is not for notifications, or cannot be read, is dropped")
    func dropped() throws {
        var state = state()
        #expect(state.arrive(try push(type: "liveactivity"), at: PhoneBench.start) == [])
        var broken = try push()
        broken.payload = [0xFF]
        #expect(state.arrive(broken, at: PhoneBench.start) == [])
        #expect(state.screen.notifications.isEmpty)
    }

    @Test(
        "locked, Approve asks to be unlocked and Deny does not",
        arguments: [
            (ActionEffect.approve, true), (.deny, false),
        ])
    func authentication(effect: ActionEffect, asks: Bool) throws {
        var (state, notification) = try showing(isLocked: true)
        let action = try notification.button(effect)
        let effects = state.press(action, on: notification, text: nil)
        let response = PhoneState.Effect.respond(NotificationResponse(to: notification, action.id))
        #expect((effects == nil) == asks)
        #expect(state.screen.asksToUnlockFor == (asks ? action : nil))
        #expect(state.screen.notifications.isEmpty == !asks)
        if asks {
            let afterwards = state.unlock()
            #expect(afterwards == [response])
            #expect(state.screen.notifications.isEmpty && state.screen.asksToUnlockFor == nil)
        } else {
            #expect(effects == [response])
        }
    }

    @Test("what waited to be unlocked is forgotten when the phone is locked again, or the notification goes")
    func forgotten() throws {
        var (state, notification) = try showing(isLocked: true)
        let approve = try notification.button(.approve)
        _ = state.press(approve, on: notification, text: nil)
        _ = state.lock()
        var effects = state.unlock()
        #expect(effects == [])

        _ = state.lock()
        _ = state.press(approve, on: notification, text: nil)
        state.remove([notification.id])
        effects = state.unlock()
        #expect(effects == [])
    }

    @Test("a button that opens the app wants the phone unlocked, and is told to the app before it comes to the front")
    func opening() throws {
        var payload = PushPayload(aps: APS(alert: PushAlert(body: "?"), category: .questionAsked))
        payload.questionID = PhoneBench.ask().id.description
        var (state, notification) = try showing(isLocked: true, app: .killed, payload: payload)
        let open = try notification.button(.open)
        let asks = state.press(open, on: notification, text: nil)
        #expect(asks == nil)
        let effects = state.unlock()
        #expect(effects == [.start, .respond(NotificationResponse(to: notification, open.id)), .activate])
        #expect(state.screen.app == .foreground)
    }

    @Test("an action starts an app that was ended, in the background")
    func start() throws {
        var (state, notification) = try showing(app: .killed)
        let deny = try notification.button(.deny)
        let effects = state.press(deny, on: notification, text: nil)
        #expect(effects == [.start, .respond(NotificationResponse(to: notification, deny.id))])
        #expect(state.screen.app == .background)
    }

    @Test("a tap unlocks the phone and opens the app")
    func tap() throws {
        var (state, notification) = try showing(isLocked: true, app: .killed)
        let effects = state.tap(notification)
        #expect(effects == [.start, .respond(NotificationResponse(to: notification, .opened)), .activate])
        #expect(!state.screen.isLocked && state.screen.app == .foreground)
    }

    @Test("a notification can be used once")
    func once() throws {
        var (state, notification) = try showing()
        let deny = try notification.button(.deny)
        _ = state.press(deny, on: notification, text: nil)
        let again = state.press(deny, on: notification, text: nil)
        let tap = state.tap(notification)
        #expect(again == [] && tap == [])
    }

    @Test(
        "the app is told of a dismissal when its category wants that",
        arguments: [
            (CategoryID.approvalRequest, true), (.questionAsked, false),
        ])
    func dismissal(category: CategoryID, isTold: Bool) throws {
        let payload = PushPayload(aps: APS(alert: PushAlert(body: "?"), category: category))
        var (state, notification) = try showing(payload: payload)
        let effects = state.dismiss(notification)
        #expect(effects == (isTold ? [.respond(NotificationResponse(to: notification, .dismissed))] : []))
        #expect(state.screen.notifications.isEmpty)
    }

    @Test("locking leaves the app; ending it ends it once; opening starts it")
    func lifeCycle() {
        var state = state(app: .foreground)
        let lock = state.lock()
        let (kill, again) = (state.kill(), state.kill())
        let open = state.openApp()
        #expect(lock == [.deactivate])
        #expect(kill == [.end] && again == [])
        #expect(open == [.start, .activate])
        #expect(!state.screen.isLocked)
    }
}
