public import BellhopKit

/// Remembers what the person would have felt.
public actor FakeHaptics: HapticsPort {
    /// In order.
    public private(set) var played: [Haptic] = []

    public init() {}

    public func play(_ haptic: Haptic) async { played.append(haptic) }
}

/// The app's registration for remote notifications.
public actor FakePushes {
    /// The haptics that the kit requested, in order.
    public private(set) var calls: [Bool] = []

    public init() {}

    func set(_ isOn: Bool) { calls.append(isOn) }
}
