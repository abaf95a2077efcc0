import BellhopModel

/// When somebody was last seen, as lists say it.
enum LastSeen {
    /// To the hour, which is as exact as the server notes it: `seen about 2026-11-22T05:00Z`.
    static func words(_ moment: Timestamp) -> String { "seen about \(moment.description.prefix(13)):00Z" }
}
