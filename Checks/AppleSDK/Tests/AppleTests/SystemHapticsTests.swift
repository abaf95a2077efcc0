import BellhopApple
import BellhopKit
import Testing
@_spi(Testing) import UIKit

@Suite("Haptics", .serialized)
@MainActor
struct SystemHapticsTests {
    @Test("Each haptic is the system's of the same name", arguments: Haptic.allCases)
    func plays(_ haptic: Haptic) async {
        UINotificationFeedbackGenerator.played = []
        await SystemHaptics().play(haptic)
        #expect(UINotificationFeedbackGenerator.played.map(String.init(describing:)).contains(haptic.rawValue))
    }
}
