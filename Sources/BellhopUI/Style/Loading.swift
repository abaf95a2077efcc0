import BellhopKit
import BellhopModel
import Foundation

/// The time since a moment, in the largest unit that fits.
enum ElapsedText {
    /// Such as `5 s`, `12 min`, `3 h` and `2 d`.
    static func since(_ moment: Timestamp, at now: Timestamp) -> String {
        let seconds = max(0, (now - moment).components.seconds)
        return switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3600: "\(seconds / 60) min"
        case ..<86_400: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) d"
        }
    }
}

extension Timestamp {
    init(_ date: Date) { self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded(.down))) }
}

extension Date {
    init(_ moment: Timestamp) { self.init(timeIntervalSince1970: Double(moment.milliseconds) / 1000) }
}

/// The loading state of a list.
enum Loading: Hashable, Sendable {
    case loading
    case loaded
    /// The server was unreachable. Earlier content stays visible.
    case unavailable
}

/// The loading state of one value.
enum LoadingPhase<Value: Hashable & Sendable>: Hashable, Sendable {
    case loading
    case found(Value)
    /// It does not exist, or belongs to another user.
    case notFound
    case unavailable

    init(_ lookup: Lookup<Value>) {
        self =
            switch lookup {
            case .found(let value): .found(value)
            case .notFound: .notFound
            case .unavailable: .unavailable
            }
    }
}
