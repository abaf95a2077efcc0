import BellhopModel
import Foundation
import Testing

@Suite("Live Activity state")
struct LiveActivityStateTests {
    private static let ask = Ask(
        id: AskID(high: 0x0192_F0C4_7B1E_7CC3, low: 0x8D2A_1F0E_5A9B_3C4D), userID: "ana", sessionID: "s",
        category: .approvalRequest,
        request: AskRequest.Content(title: "Approve", body: "b", input: "i", inputDigest: "00ff"),
        createdAt: Timestamp(seconds: 1), deadline: Timestamp(seconds: 61))

    static var states: [LiveActivityState] {
        var waiting = LiveActivityState(status: .waiting, elapsedSeconds: 3)
        waiting.ask = LiveActivityState.WaitingAsk(ask)
        return [
            LiveActivityState(status: .processing, elapsedSeconds: 0),
            LiveActivityState(
                status: .failed, currentOperation: "Tests", elapsedSeconds: 120,
                todoProgress: .init(completed: 3, total: 7, currentTask: "Login")),
            LiveActivityState(status: .completed, elapsedSeconds: 1, todoProgress: .init(completed: 1, total: 1)),
            waiting,
        ]
    }

    @Test("A push has the form that Swift's default coding strategies read and write", arguments: states)
    func equality(_ state: LiveActivityState) throws {
        let pushed = Data(try CanonicalJSON.encode(state.json))
        #expect(try JSONDecoder().decode(LiveActivityState.self, from: pushed) == state)
        let encoded = try JSONEncoder().encode(state)
        #expect(try JSONDecoder().decode(JSONValue.self, from: encoded) == state.json)
    }

    @Test("An unknown status or ask does not freeze an activity")
    func laterVersion() throws {
        let text =
            #"{"status":"dreaming","elapsedSeconds":1,"mood":"good","ask":{"id":"?","title":"","inputDigest":"","deadline":0}}"#
        let state = try JSONDecoder().decode(LiveActivityState.self, from: Data(text.utf8))
        #expect(state.status.rawValue == "dreaming")
        #expect(state.ask?.askID == nil)
    }

    @Test("Attributes decode with Swift's default strategies")
    func attributes() throws {
        let text = #"{"sessionID":"s","title":"Shop","startedAt":"2026-03-01T09:00:00Z"}"#
        let attributes = try JSONDecoder().decode(SessionAttributes.self, from: Data(text.utf8))
        #expect(attributes.sessionID == "s" && attributes.project == nil)
        #expect(try JSONDecoder().decode(SessionAttributes.self, from: JSONEncoder().encode(attributes)) == attributes)
    }
}
