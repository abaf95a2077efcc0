import BellhopModel
import BellhopPush
import BellhopStore

/// A claimed delivery with the push that carries it.
struct Job: Sendable {
    let delivery: ClaimedDelivery
    let push: Push
    /// Until then nobody else works on it.
    let lease: Timestamp

    /// Made by campaigns alone: nobody waits for it.
    var isBulk: Bool { delivery.isBulk }
}
