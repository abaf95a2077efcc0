import BellhopClient
import BellhopKit
import BellhopModel
import Crypto
import Foundation
import Synchronization

/// A P-256 key in memory.
struct PhoneKey: DeviceKey {
    let key: P256.Signing.PrivateKey

    func publicKey() async throws -> [UInt8] { Array(key.publicKey.x963Representation) }
    func sign(_ message: [UInt8]) async throws -> [UInt8] { Array(try key.signature(for: message).rawRepresentation) }
}

struct PhoneDigesting: Digesting {
    func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
}

/// Lets nothing be felt, but counts it.
final class PhoneHaptics: HapticsPort {
    private let played = Mutex<[Haptic]>([])
    var all: [Haptic] { played.withLock { $0 } }
    func play(_ haptic: Haptic) async { played.withLock { $0.append(haptic) } }
}

/// Airplane mode: no network, until it is switched off again.
final class AirplaneSwitch: ReachabilityPort {
    private struct State {
        var isOn: Bool
        var listeners: [UInt64: AsyncStream<Bool>.Continuation] = [:]
        var next: UInt64 = 0
    }

    private let state: Mutex<State>

    init(isOn: Bool) { state = Mutex(State(isOn: isOn)) }

    var isOn: Bool { state.withLock { $0.isOn } }

    func set(_ isOn: Bool) {
        state.withLock { state in
            state.isOn = isOn
            for listener in state.listeners.values { listener.yield(!isOn) }
        }
    }

    func changes() -> AsyncStream<Bool> {
        let (stream, continuation) = AsyncStream<Bool>.makeStream()
        let id = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = continuation
            continuation.yield(!state.isOn)
            return state.next
        }
        continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners[id] = nil } }
        return stream
    }
}

/// Requests over HTTP, while there is a network.
struct PhoneTransport: APITransport {
    let client: BellhopClient
    let airplane: AirplaneSwitch

    struct NoNetwork: Error {}

    func send(_ request: APIRequest) async throws -> APIResponse {
        guard !airplane.isOn else { throw NoNetwork() }
        let reply = try await client.send(
            request.method.rawValue, request.path, headers: request.headers, body: request.body, within: request.timeout
        )
        // The network went while the answer was on its way: it never arrived.
        guard !airplane.isOn else { throw NoNetwork() }
        return APIResponse(status: reply.status, headers: reply.headers, body: reply.body)
    }
}

/// Events over a WebSocket, while there is a network.
struct PhoneEvents: EventPort {
    let address: ServerAddress
    let airplane: AirplaneSwitch

    func events(with key: Secret) async throws -> AsyncStream<Event> {
        guard !airplane.isOn else { throw PhoneTransport.NoNetwork() }
        let client = try BellhopClient(address, key: key)
        let events: AsyncThrowingStream<Event, any Error>
        do {
            events = try await client.events()
        } catch {
            await client.shutdown()
            throw error
        }
        let reader = EventReader(client: client, events: events, airplane: airplane)
        return AsyncStream { await reader.next() }
    }
}

/// Reads events one by one, and hangs up when they end or the network goes.
private actor EventReader {
    private let client: BellhopClient
    private let events: AsyncThrowingStream<Event, any Error>
    private let airplane: AirplaneSwitch

    init(client: BellhopClient, events: AsyncThrowingStream<Event, any Error>, airplane: AirplaneSwitch) {
        self.client = client
        self.events = events
        self.airplane = airplane
    }

    func next() async -> Event? {
        let event = await withTaskGroup(of: Event?.self) { [events, airplane] group in
            group.addTask {
                var iterator = events.makeAsyncIterator()
                return (try? await iterator.next()) ?? nil
            }
            group.addTask {
                for await isOnline in airplane.changes() where !isOnline { break }
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        if event == nil { await client.shutdown() }
        return event
    }
}
