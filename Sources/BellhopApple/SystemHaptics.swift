#if canImport(UIKit)
public import BellhopKit
import UIKit

/// Haptics through `UINotificationFeedbackGenerator`.
public struct SystemHaptics: HapticsPort {
    public init() {}

    public func play(_ haptic: Haptic) async { await Self.play(haptic) }

    @MainActor
    private static func play(_ haptic: Haptic) {
        let generator = UINotificationFeedbackGenerator()
        switch haptic {
        case .success: generator.notificationOccurred(.success)
        case .warning: generator.notificationOccurred(.warning)
        case .error: generator.notificationOccurred(.error)
        }
    }
}
#endif
