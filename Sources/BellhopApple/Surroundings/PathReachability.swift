#if canImport(UIKit) && !os(watchOS)
public import BellhopKit
import Foundation
import Network

/// Whether there is a network, as the system sees it. Each reader has a monitor of its own.
public struct PathReachability: ReachabilityPort {
    public init() {}

    public func changes() -> AsyncStream<Bool> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let monitor = NWPathMonitor()
            // From one network to another counts as a change: what failed may work now.
            monitor.pathUpdateHandler = { continuation.yield($0.status == .satisfied) }
            continuation.onTermination = { _ in monitor.cancel() }
            monitor.start(queue: DispatchQueue(label: "dev.bellhop.reachability"))
        }
    }
}
#endif
