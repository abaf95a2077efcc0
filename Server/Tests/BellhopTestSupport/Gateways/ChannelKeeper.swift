public import BellhopModel
public import BellhopPush
import Synchronization

/// A gateway that keeps channels in memory, and refuses or defers everything when a test says so.
public final class InMemoryChannelGateway: BroadcastGateway {
    /// What comes in place of an answer.
    public enum Mood: Sendable {
        case rejecting(Rejection)
        case deferring(Deferral)
        case baffling(UnknownResponse)
    }

    private struct Place: Hashable {
        var app: String
        var environment: PushEnvironment
    }

    private struct State {
        var mood: Mood?
        var made = 0
        var channels: [Place: [(id: ChannelID, storage: ChannelStorage)]] = [:]
        var published: [Broadcast] = []
    }

    private let state: Mutex<State>

    public init(_ mood: Mood? = nil) { state = Mutex(State(mood: mood)) }

    public var published: [Broadcast] { state.withLock { $0.published } }

    public func createChannel(
        of app: String, in environment: PushEnvironment, storage: ChannelStorage
    ) async throws -> ChannelResponse<ChannelID> {
        try answer { state in
            state.made += 1
            // With what a path must encode.
            let id: ChannelID = ChannelID("channel/\(state.made)+==") ?? "none"
            state.channels[Place(app: app, environment: environment), default: []].append((id, storage))
            return .done(id)
        }
    }

    public func storage(
        of channel: ChannelID, of app: String, in environment: PushEnvironment
    ) async throws -> ChannelResponse<ChannelStorage> {
        try answer { state in
            let found = state.channels[Place(app: app, environment: environment)]?.first { $0.id == channel }
            return found.map { .done($0.storage) } ?? .unknownChannel(Reason(rawValue: "ChannelNotRegistered"))
        }
    }

    public func channels(of app: String, in environment: PushEnvironment) async throws -> ChannelResponse<[ChannelID]> {
        try answer { .done($0.channels[Place(app: app, environment: environment)]?.map(\.id) ?? []) }
    }

    public func deleteChannel(
        _ channel: ChannelID, of app: String, in environment: PushEnvironment
    ) async throws -> ChannelResponse<Void> {
        try answer { state in
            let place = Place(app: app, environment: environment)
            guard let index = state.channels[place]?.firstIndex(where: { $0.id == channel }) else {
                return .unknownChannel(Reason(rawValue: "ChannelNotRegistered"))
            }
            state.channels[place]?.remove(at: index)
            return .done(())
        }
    }

    public func publish(_ broadcast: Broadcast) async throws -> ChannelResponse<Acceptance> {
        try answer { state in
            let place = Place(app: broadcast.app, environment: broadcast.environment)
            guard state.channels[place]?.contains(where: { $0.id == broadcast.channel }) == true else {
                return .unknownChannel(Reason(rawValue: "ChannelNotRegistered"))
            }
            state.published.append(broadcast)
            return .done(Acceptance())
        }
    }

    private func answer<Value>(_ work: (inout State) -> ChannelResponse<Value>) throws -> ChannelResponse<Value> {
        try state.withLock { state in
            switch state.mood {
            case .rejecting(let rejection): return .rejected(rejection)
            case .deferring(let deferral): return .deferred(deferral)
            case .baffling(let answer): throw answer
            case nil: return work(&state)
            }
        }
    }
}
