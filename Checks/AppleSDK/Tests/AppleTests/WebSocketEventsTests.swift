import BellhopKit
import BellhopModel
import Foundation
import Testing

@testable import BellhopApple

@Suite("Events over a WebSocket")
struct WebSocketEventsTests {
    @Test("No connection is an error, and leaves nobody waiting")
    func nobody() async throws {
        let nowhere = WebSocketEvents(from: ServerLocation(URL(string: "http://127.0.0.1:1")))
        await #expect(throws: (any Error).self) { _ = try await nowhere.events(with: Secret("k")) }
        await #expect(throws: URLError.self) {
            _ = try await WebSocketEvents(from: ServerLocation()).events(with: Secret("k"))
        }
    }
}
