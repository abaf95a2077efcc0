public import BellhopModel
public import BellhopPush
import Synchronization

/// A gateway that stores channels in memory, and can be made to reject or defer every request.
public final class InMemoryChannelGateway: BroadcastGateway {
    /// The failure of every request.
    public enum Failure: Sendable {
        case rejecting(Rejection)
        case deferring(Deferral)
        case baffling(UnknownResponse)
    }

    private struct AppEnvironment: Hashable {
        var app: String
        var environment: PushEnvironment
    }

    private struct State {
        var failure: Failure?
        var created = 0
        var channels: [AppEnvironment: [(id: ChannelID, storage: ChannelStorage)]] = [:]
        var published: [BroadcastPush] = []
    }

    private let state: Mutex<State>

    public init(_ failure: Failure? = nil) { state = Mutex(State(failure: failure)) }

    public var published: [BroadcastPush] { state.withLock { $0.published } }

    public func createChannel(
        of app: String, in environment: PushEnvironment, storage: ChannelStorage
    ) async throws -> ChannelResponse<ChannelID> {
        try answer { state in
            state.created += 1
            // With characters that must be encoded in a path.
            let id: ChannelID = ChannelID("channel/\(state.created)+==") ?? "none"
            state.channels[AppEnvironment(app: app, environment: environment), default: []].append((id, storage))
            return .done(id)
        }
    }

    public func storage(
        of channel: ChannelID, of app: String, in environment: PushEnvironment
    ) async throws -> ChannelResponse<ChannelStorage> {
        try answer { state in
            let found = state.channels[AppEnvironment(app: app, environment: environment)]?.first { $0.id == channel }
            return found.map { .done($0.storage) } ?? .unknownChannel(Reason(rawValue: "ChannelNotRegistered"))
        }
    }

    public func channels(of app: String, in environment: PushEnvironment) async throws -> ChannelResponse<[ChannelID]> {
        try answer { .done($0.channels[AppEnvironment(app: app, environment: environment)]?.map(\.id) ?? []) }
    }

    public func deleteChannel(
        _ channel: ChannelID, of app: String, in environment: PushEnvironment
    ) async throws -> ChannelResponse<Void> {
        try answer { state in
            let key = AppEnvironment(app: app, environment: environment)
            guard let index = state.channels[key]?.firstIndex(where: { $0.id == channel }) else {
                return .unknownChannel(Reason(rawValue: "ChannelNotRegistered"))
            }
            state.channels[key]?.remove(at: index)
            return .done(())
        }
    }

    public func publish(_ broadcast: BroadcastPush) async throws -> ChannelResponse<AcceptedPush> {
        try answer { state in
            let key = AppEnvironment(app: broadcast.app, environment: broadcast.environment)
            guard state.channels[key]?.contains(where: { $0.id == broadcast.channel }) == true else {
                return .unknownChannel(Reason(rawValue: "ChannelNotRegistered"))
            }
            state.published.append(broadcast)
            return .done(AcceptedPush())
        }
    }

    private func answer<Value>(_ work: (inout State) -> ChannelResponse<Value>) throws -> ChannelResponse<Value> {
        try state.withLock { state in
            switch state.failure {
            case .rejecting(let rejection): return .rejected(rejection)
            case .deferring(let deferral): return .deferred(deferral)
            case .baffling(let answer): throw answer
            case nil: return work(&state)
            }
        }
    }
}
