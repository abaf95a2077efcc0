import BellhopKit
import BellhopModel
import Testing

@testable import BellhopSimulators

@Suite("The rules of a phone's operating system")
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

    /// A state with one approval on the screen.
    private func showing(
        isLocked: Bool = false, app: PhoneScreen.AppState = .background, payload: PushPayload = approval
    ) throws -> (PhoneState, DeliveredNotification) {
        var state = state(isLocked: isLocked, app: app)
        _ = state.arrive(try push(payload), at: PhoneBench.start)
        return (state, try #require(state.screen.notifications.first))
    }

    @Test(
        "An alert shows and sets the badge, whether its app runs or not",
        arguments: [
            PhoneScreen.AppState.background, .killed,
        ])
    func alert(app: PhoneScreen.AppState) throws {
        var state = state(app: app)
        #expect(state.arrive(try push(), at: PhoneBench.start) == [])
        #expect(state.screen.notifications.map(\.id) == ["1"])
        #expect(state.screen.badge == 1)
    }

    @Test("An open app decides about the presentation")
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
        "Without permission nothing is shown, and an open app is not asked",
        arguments: [AuthorizationState.denied, .notDetermined], [PhoneScreen.AppState.background, .foreground])
    func notAllowed(allowed: AuthorizationState, app: PhoneScreen.AppState) throws {
        var state = state(app: app, allowed: allowed)
        #expect(state.arrive(try push(), at: PhoneBench.start) == [])
        #expect(state.screen.notifications.isEmpty && state.screen.badge == 0)
    }

    @Test("Notifications are sorted newest first, and one with the same collapse id is replaced")
    func order() throws {
        var state = state()
        for (id, collapseID) in [("1", "a"), ("2", "b"), ("3", "a")] {
            _ = state.arrive(try push(id: id, collapseID: collapseID), at: PhoneBench.start)
        }
        #expect(state.screen.notifications.map(\.id) == ["a", "b"])
    }

    @Test("A silent push wakes the app, unless the user has killed it", arguments: PhoneScreen.AppState.allCases)
    func silent(app: PhoneScreen.AppState) throws {
        var state = state(app: app)
        let payload = PushPayload.clear(PhoneBench.ask().id, reason: .expired)
        let effects = state.arrive(try push(payload, type: "background"), at: PhoneBench.start)
        #expect(effects.count == (app == .killed ? 0 : 1))
        #expect(state.screen.notifications.isEmpty)
    }

    @Test("Malformed payloads and other push types are dropped")
    func dropped() throws {
        var state = state()
        #expect(state.arrive(try push(type: "liveactivity"), at: PhoneBench.start) == [])
        var broken = try push()
        broken.payload = [0xFF]
        #expect(state.arrive(broken, at: PhoneBench.start) == [])
        #expect(state.screen.notifications.isEmpty)
    }

    @Test(
        "On a locked phone Approve asks to be unlocked and Deny does not",
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

    @Test(
        "The action that waits for unlocking is dropped when the phone is locked again, or the notification is removed")
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

    @Test("A button that opens the app requires an unlocked phone, and is delivered before the app becomes active")
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

    @Test("An action starts a killed app in the background")
    func start() throws {
        var (state, notification) = try showing(app: .killed)
        let deny = try notification.button(.deny)
        let effects = state.press(deny, on: notification, text: nil)
        #expect(effects == [.start, .respond(NotificationResponse(to: notification, deny.id))])
        #expect(state.screen.app == .background)
    }

    @Test("A tap unlocks the phone and opens the app")
    func tap() throws {
        var (state, notification) = try showing(isLocked: true, app: .killed)
        let effects = state.tap(notification)
        #expect(effects == [.start, .respond(NotificationResponse(to: notification, .opened)), .activate])
        #expect(!state.screen.isLocked && state.screen.app == .foreground)
    }

    @Test("A notification can be used once")
    func once() throws {
        var (state, notification) = try showing()
        let deny = try notification.button(.deny)
        _ = state.press(deny, on: notification, text: nil)
        let again = state.press(deny, on: notification, text: nil)
        let tap = state.tap(notification)
        #expect(again == [] && tap == [])
    }

    @Test(
        "The app is notified of a dismissal when its category requests that",
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

    @Test("Locking leaves the app; killing it ends it once; opening starts it")
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

@Suite("The rules of a phone's Live Activities")
struct PhoneActivityTests {
    private static let token: [UInt8] = [0xAB, 0xCD]

    private func push(_ event: LiveActivityEvent, _ operation: String, at seconds: Int64) throws -> DeliveredPush {
        let state = LiveActivityState(status: .processing, currentOperation: operation, elapsedSeconds: 1)
        let content = LiveActivityPush(
            event: event, timestamp: PhoneBench.start + .seconds(seconds), contentState: state.json,
            attributesType: event == .start ? SessionAttributes.typeName : nil,
            attributes: event == .start ? SessionAttributes(sessionID: "s", title: "Build").json : nil,
            wantsUpdateToken: event == .start)
        let alert = event == .start ? PushAlert(title: "Build", body: "It begins") : nil
        return DeliveredPush(
            token: try #require(DeviceToken("abcd")),
            headers: PushHeaders(
                id: "1", pushType: "liveactivity", topic: "dev.bellhop.app.push-type.liveactivity", priority: "10"),
            payload: try CanonicalJSON.encode(PushPayload(aps: APS(alert: alert, liveActivity: content))),
            receivedAt: PhoneBench.start)
    }

    /// A state with one activity on the screen.
    private func showing() throws -> PhoneState {
        var state = PhoneState(PhoneScreen(name: "iPhone", isLocked: false, isInAirplaneMode: false))
        let begun = state.startActivity(
            try push(.start, "Compiling", at: 0), ActivityID(rawValue: "a"), token: Self.token)
        #expect(begun != nil, "\(state.screen.ignoredActivityPushes)")
        return state
    }

    @Test("An update to the activity's token changes its content")
    func update() throws {
        var state = try showing()
        let event = state.updateActivity(try push(.update, "Testing", at: 1), of: Self.token, at: PhoneBench.start)
        #expect(event == nil)
        #expect(state.screen.activities.map(\.state.currentOperation) == ["Testing"])
        #expect(state.screen.ignoredActivityPushes == [])
    }

    @Test("A start to the activity's token is ignored")
    func startForUpdates() throws {
        var state = try showing()
        let shown = state.screen.activities
        let event = state.updateActivity(try push(.start, "Testing", at: 1), of: Self.token, at: PhoneBench.start)
        #expect(event == nil)
        #expect(state.screen.activities == shown)
        #expect(state.screen.ignoredActivityPushes == ["this token cannot start activities"])
    }
}
