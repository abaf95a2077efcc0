#if canImport(ActivityKit) && canImport(UIKit)
import ActivityKit
import BellhopKit
import BellhopModel
import Foundation

extension ActivitySnapshot {
    init(_ activity: Activity<SessionAttributes>) {
        self.init(
            id: ActivityID(rawValue: activity.id), attributes: activity.attributes,
            phase: ActivityPhase(activity.activityState), token: activity.pushToken.map { Array($0) })
    }
}

extension ActivityPhase {
    init(_ state: ActivityState) {
        if #available(iOS 26.0, *), state == .pending {
            self = .pending
            return
        }
        switch state {
        case .active: self = .active
        case .stale: self = .stale
        case .ended: self = .ended
        case .dismissed: self = .dismissed
        // Of a later system: it is there, and the next state follows.
        default: self = .active
        }
    }
}

extension ActivityContent<LiveActivityState> {
    init(_ content: ActivityContentValue) {
        self.init(
            state: content.state, staleDate: content.staleAt.map { Date($0) }, relevanceScore: content.relevance)
    }
}

extension ActivityUIDismissalPolicy {
    init(_ dismissal: ActivityDismissal) {
        switch dismissal {
        case .byDefault: self = .default
        case .immediate: self = .immediate
        case .at(let moment): self = .after(Date(moment))
        }
    }
}

extension ActivityRefusal {
    init(_ error: ActivityAuthorizationError) {
        switch error {
        case .denied: self = .denied
        case .visibility: self = .notVisible
        case .globalMaximumExceeded, .targetMaximumExceeded: self = .tooMany
        default: self = .unsupported
        }
    }
}
#endif
