public import BellhopKit

/// Says what a test says about the network.
public final class FakeReachability: ReachabilityPort {
    private let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)

    public init() {}

    /// The network is there, or gone.
    public func set(_ isOnline: Bool) { continuation.yield(isOnline) }

    public func changes() -> AsyncStream<Bool> { stream }
}
