#if canImport(UIKit) && !os(watchOS)
public import BellhopKit
public import BellhopModel
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The server's events over a WebSocket (`URLSessionWebSocketTask`).
public struct WebSocketEvents: EventPort {
    private let address: ServerLocation
    private let clock: any ClockPort

    public init(from address: ServerLocation, clock: any ClockPort = SystemClock()) {
        self.address = address
        self.clock = clock
    }

    public func events(with key: Secret) async throws -> AsyncStream<Event> {
        var request = URLRequest(url: try address.url(for: API.events.path, webSocket: true))
        request.timeoutInterval = 15
        request.setValue("Bearer \(key.reveal())", forHTTPHeaderField: "authorization")
        let socket = WebSocket(request)
        try await socket.open()
        return AsyncStream(bufferingPolicy: .bufferingNewest(256)) { continuation in
            // Unstructured: it lives as long as the stream, which ends it.
            let reading = Task { [clock] in
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await Self.read(socket, into: continuation) }
                    group.addTask { await Self.listen(socket, clock) }
                    await group.next()
                    // Whichever ended, the connection is of no use any more.
                    socket.close()
                    group.cancelAll()
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in
                reading.cancel()
                socket.close()
            }
        }
    }

    private static func read(_ socket: WebSocket, into continuation: AsyncStream<Event>.Continuation) async {
        while let frame = try? await socket.receive() {
            // One that cannot be read is of a later version: events are hints, and the lists tell the rest.
            if let event = try? CanonicalJSON.decode(Event.self, from: frame) { continuation.yield(event) }
        }
    }

    /// A connection that a network has dropped says nothing. Asked, it answers within ten seconds or is gone.
    private static func listen(_ socket: WebSocket, _ clock: any ClockPort) async {
        while (try? await clock.sleep(until: clock.now + .seconds(30))) != nil {
            guard await isAlive(socket, clock) else { return }
        }
    }

    private static func isAlive(_ socket: WebSocket, _ clock: any ClockPort) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask { await socket.ping() }
            group.addTask {
                try? await clock.sleep(until: clock.now + .seconds(10))
                return false
            }
            let isAlive = await group.next() ?? false
            // Ends the ping that waits for nothing.
            if !isAlive { socket.close() }
            group.cancelAll()
            return isAlive
        }
    }
}
#endif
