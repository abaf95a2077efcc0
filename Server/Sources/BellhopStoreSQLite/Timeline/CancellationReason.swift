/// Why a delivery was ended before it was sent, as the timeline says it.
enum CancellationReason: String {
    case alreadyRead = "already read"
    case askEnded = "the ask has ended"
    case campaignStopped = "the campaign was stopped"
    case deviceChangedHands = "the device belongs to another user"
    case deviceNotActive = "the device is not active"
    case deviceRemoved = "the device was removed"
    case expired
}
