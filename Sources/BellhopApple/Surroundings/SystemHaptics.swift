#if canImport(UIKit) && !os(watchOS)
public import BellhopKit
import UIKit

/// The device's own feedback for results.
public struct SystemHaptics: HapticsPort {
    public init() {}

    public func play(_ haptic: Haptic) async {
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
