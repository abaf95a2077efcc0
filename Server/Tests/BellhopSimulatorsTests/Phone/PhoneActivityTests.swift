import BellhopKit
import BellhopModel
import Testing

@testable import BellhopSimulators

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

    /// With one activity on the screen.
    private func showing() throws -> PhoneState {
        var state = PhoneState(PhoneScreen(name: "iPhone", isLocked: false, isInAirplaneMode: false))
        let begun = state.startActivity(
            try push(.start, "Compiling", at: 0), ActivityID(rawValue: "a"), token: Self.token)
        #expect(begun != nil, "\(state.screen.ignoredActivityPushes)")
        return state
    }

    @Test("an update to the activity's own token changes what is shown")
    func update() throws {
        var state = try showing()
        let event = state.updateActivity(try push(.update, "Testing", at: 1), of: Self.token, at: PhoneBench.start)
        #expect(event == nil)
        #expect(state.screen.activities.map(\.state.currentOperation) == ["Testing"])
        #expect(state.screen.ignoredActivityPushes == [])
    }

    @Test("a start to the activity's own token is ignored, and changes nothing")
    func startForUpdates() throws {
        var state = try showing()
        let shown = state.screen.activities
        let event = state.updateActivity(try push(.start, "Testing", at: 1), of: Self.token, at: PhoneBench.start)
        #expect(event == nil)
        #expect(state.screen.activities == shown)
        #expect(state.screen.ignoredActivityPushes == ["this token starts no activities"])
    }
}
