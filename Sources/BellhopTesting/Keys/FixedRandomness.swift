public import BellhopKit

/// The same number every time.
public struct FixedRandomness: RandomnessPort {
    public var value: UInt64

    public init(value: UInt64 = 0) { self.value = value }

    public func next() -> UInt64 { value }
}
