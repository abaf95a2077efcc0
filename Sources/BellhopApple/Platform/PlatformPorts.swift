#if canImport(UIKit) && !os(watchOS)
import BellhopKit
import Foundation
import Network
import UIKit

/// Network reachability as the system reports it (`NWPathMonitor`). Each reader has its own monitor.
struct PathReachability: ReachabilityPort {
    func changes() -> AsyncStream<Bool> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let monitor = NWPathMonitor()
            // A switch between networks counts as a change: a request that failed may succeed now.
            monitor.pathUpdateHandler = { continuation.yield($0.status == .satisfied) }
            continuation.onTermination = { _ in monitor.cancel() }
            monitor.start(queue: DispatchQueue(label: "dev.bellhop.reachability"))
        }
    }
}

/// The device's haptic feedback for results.
struct SystemHaptics: HapticsPort {
    func play(_ haptic: Haptic) async {
        await MainActor.run { UINotificationFeedbackGenerator().notificationOccurred(.init(haptic)) }
    }
}

extension UINotificationFeedbackGenerator.FeedbackType {
    fileprivate init(_ haptic: Haptic) {
        self =
            switch haptic {
            case .success: .success
            case .warning: .warning
            case .error: .error
            }
    }
}
#endif
