import BellhopModel
import BellhopPush
import BellhopStore

/// A claimed delivery with the push that carries it.
struct Job: Sendable {
    let delivery: ClaimedDelivery
    let push: Push
    /// Until then nobody else works on it.
    let lease: Timestamp

    /// Part of a campaign, for which nobody waits.
    var isBulk: Bool { delivery.purpose == .show && delivery.notification.campaignID != nil }
}
