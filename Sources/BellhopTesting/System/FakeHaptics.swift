public import BellhopKit

/// Remembers what the person would have felt.
public actor FakeHaptics: HapticsPort {
    /// In order.
    public private(set) var played: [Haptic] = []

    public init() {}

    public func play(_ haptic: Haptic) async { played.append(haptic) }
}
