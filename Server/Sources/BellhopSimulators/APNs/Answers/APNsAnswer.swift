import BellhopModel
import NIOHPACK

/// What goes back to the provider.
struct APNsAnswer: Sendable {
    /// Given by the provider, or made here.
    var apnsID: String
    /// The key into the Push Notifications Console: success in the sandbox only.
    var uniqueID: String?
    /// `nil` when the push was taken.
    var refusal: APNsRefusal?

    func refused(_ refusal: APNsRefusal) -> Self { Self(apnsID: apnsID, refusal: refusal) }

    var headers: HPACKHeaders {
        var headers = HPACKHeaders()
        headers.reserveCapacity(4)
        headers.add(name: ":status", value: refusal.map { String($0.status) } ?? "200")
        // Different in every answer: indexed, they would only push useful entries out of the client's table.
        headers.add(name: "apns-id", value: apnsID, indexing: .nonIndexable)
        if let uniqueID { headers.add(name: "apns-unique-id", value: uniqueID, indexing: .nonIndexable) }
        if let refusal {
            headers.add(name: "content-type", value: "application/json")
            if let retryAfter = refusal.retryAfter {
                headers.add(name: "retry-after", value: String(retryAfter.components.seconds))
            }
        }
        return headers
    }
}
