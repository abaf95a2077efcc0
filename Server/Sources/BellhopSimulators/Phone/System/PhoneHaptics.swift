import BellhopKit
import Synchronization

/// Lets nothing be felt, but remembers what would have been.
final class PhoneHaptics: HapticsPort {
    private let played = Mutex<[Haptic]>([])

    var all: [Haptic] { played.withLock { $0 } }

    func play(_ haptic: Haptic) async { played.withLock { $0.append(haptic) } }
}
