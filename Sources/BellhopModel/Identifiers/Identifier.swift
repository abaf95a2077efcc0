/// A 128-bit identifier that Bellhop creates, typed by `Kind`, so that an ask's id cannot be passed for a device's.
///
/// UUID version 7 (RFC 9562 §5.7): the first 48 bits are milliseconds, so that ids sort by age and rows inserted
/// together are adjacent in an index. Written as the canonical lower-case UUID, which is also the form of `apns-id`.
public struct Identifier<Kind>: Hashable, Sendable {
    public let high: UInt64
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A new identifier for the moment `time`, from `generator`.
    public static func make(at time: Timestamp, using generator: inout some RandomNumberGenerator) -> Self {
        let milliseconds = UInt64(clamping: time.milliseconds) & 0xFFFF_FFFF_FFFF
        let high = milliseconds << 16 | 0x7000 | generator.next() & 0x0FFF
        let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        return Self(high: high, low: low)
    }

    /// A new identifier for the moment `time`, from the system's random number generator.
    public static func make(at time: Timestamp) -> Self {
        var generator = SystemRandomNumberGenerator()
        return make(at: time, using: &generator)
    }

    /// New identifiers for the moment `time`, in ascending order: a random one, incremented by a random amount
    /// (RFC 9562 §6.2, method 2).
    public static func make(_ count: Int, at time: Timestamp) -> [Self] {
        let first = make(at: time)
        // The upper half of the random bits stays free for the increments.
        let start = first.low & 0x1FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let increment = UInt64.random(in: 1...0xFFFF_FFFF)
        return (0..<UInt64(max(0, count))).map { Self(high: first.high, low: start + $0 * increment) }
    }
}

extension Identifier: Comparable {
    public static func < (a: Self, b: Self) -> Bool { a.high == b.high ? a.low < b.low : a.high < b.high }
}

extension Identifier: LosslessStringConvertible {
    /// Reads the canonical form `8-4-4-4-12` in either case; `nil` for other texts.
    public init?(_ description: String) {
        var high: UInt64 = 0
        var low: UInt64 = 0
        var digits = 0
        var position = 0
        for byte in description.utf8 {
            if position == 8 || position == 13 || position == 18 || position == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
            } else {
                guard let digit = Hex.digit(byte) else { return nil }
                if digits < 16 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
                digits += 1
                guard digits <= 32 else { return nil }
            }
            position += 1
        }
        guard position == 36, digits == 32 else { return nil }
        self.init(high: high, low: low)
    }

    public var description: String { CanonicalUUID.text(high, low) }
}

/// Writes UUIDs in their canonical form. Not generic, so that other modules call specialized code.
private enum CanonicalUUID {
    static func text(_ high: UInt64, _ low: UInt64) -> String {
        String(unsafeUninitializedCapacity: 36) { buffer in
            let memory = UnsafeMutableRawBufferPointer(buffer)
            memory.storeBytes(of: hex(UInt32(high >> 32)), as: UInt64.self)
            memory.storeBytes(of: hex(UInt32(truncatingIfNeeded: high)), toByteOffset: 10, as: UInt64.self)
            memory.storeBytes(of: hex(UInt32(low >> 32)), toByteOffset: 20, as: UInt64.self)
            memory.storeBytes(of: hex(UInt32(truncatingIfNeeded: low)), toByteOffset: 28, as: UInt64.self)
            // The second and third word are written one byte too far to the right, and then split.
            for index in 9..<13 { buffer[index] = buffer[index + 1] }
            for index in 19..<23 { buffer[index] = buffer[index + 1] }
            for index in [8, 13, 18, 23] { buffer[index] = UInt8(ascii: "-") }
            return 36
        }
    }

    /// Eight digits, the first in the lowest byte of memory.
    private static func hex(_ word: UInt32) -> UInt64 {
        var digits = UInt64(word)
        digits = (digits << 16 | digits) & 0x0000_FFFF_0000_FFFF
        digits = (digits << 8 | digits) & 0x00FF_00FF_00FF_00FF
        digits = (digits << 4 | digits) & 0x0F0F_0F0F_0F0F_0F0F
        // A digit above 9 is a letter: 39 is the distance between "0" + 10 and "a".
        let letters = (digits + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return (digits + 0x3030_3030_3030_3030 + letters * 39).bigEndian
    }
}

extension Identifier: StringCodable {
    public static func decodingProblem(with text: String) -> String {
        "expected an id like 0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4d"
    }
}

// Tags for the types of identifiers. They are not the model types themselves, so that this folder does not depend on
// the folders of those types.
public enum AskTag {}
public enum NotificationTag {}
public enum DeviceTag {}
public enum KeyTag {}
/// A pairing code.
public enum PairingTag {}
/// A delivery of one notification to one device.
public enum DeliveryTag {}
/// A Live Activity of a session on one device.
public enum LiveActivityTag {}
/// A campaign: one notification to many users.
public enum CampaignTag {}
public enum ScheduleTag {}
public enum MessageTag {}
/// A push to a broadcast channel.
public enum BroadcastTag {}

public typealias AskID = Identifier<AskTag>
public typealias NotificationID = Identifier<NotificationTag>
public typealias DeviceID = Identifier<DeviceTag>
public typealias KeyID = Identifier<KeyTag>
public typealias PairingID = Identifier<PairingTag>
public typealias DeliveryID = Identifier<DeliveryTag>
public typealias LiveActivityID = Identifier<LiveActivityTag>
public typealias CampaignID = Identifier<CampaignTag>
public typealias ScheduleID = Identifier<ScheduleTag>
public typealias MessageID = Identifier<MessageTag>
public typealias BroadcastID = Identifier<BroadcastTag>
