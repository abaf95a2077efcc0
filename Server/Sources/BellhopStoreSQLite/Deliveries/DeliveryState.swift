import BellhopModel
import BellhopStore

/// Where a delivery stands, as `deliveries.state` writes it. What is above ``claimed`` has ended and has no `due`.
enum DeliveryState: Int {
    case waiting = 0
    case claimed = 1
    case sent = 2
    case failed = 3
    case cancelled = 4

    /// As the API says it.
    var status: DeliveryStatus.State {
        switch self {
        case .waiting: .waiting
        case .claimed: .claimed
        case .sent: .sent
        case .failed: .failed
        case .cancelled: .cancelled
        }
    }
}

extension DeliveryState {
    /// The attempt that it stands for is not among those that a gateway put off.
    var hasLastAttempt: Bool { [.claimed, .sent, .failed].contains(self) }
}

extension DeliveryPurpose {
    /// As `deliveries.purpose` writes it.
    var code: Int {
        switch self {
        case .show: 0
        case .clear: 1
        case .update: 2
        }
    }

    init?(code: Int64) {
        switch code {
        case 0: self = .show
        case 1: self = .clear
        case 2: self = .update
        default: return nil
        }
    }
}
