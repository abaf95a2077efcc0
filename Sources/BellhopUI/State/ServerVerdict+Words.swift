import BellhopKit
import BellhopModel

extension ServerChangeResult {
    /// Why nothing was done, for the person; `nil` when it was.
    var problem: String? {
        switch self {
        case .done: nil
        case .refused(let message): DisplayText.paragraph(message)
        case .unavailable: Strings.current.changeUnavailable
        }
    }
}

/// The loading state of one value.
public enum LoadingPhase<Value: Hashable & Sendable>: Hashable, Sendable {
    case loading
    case found(Value)
    /// It is gone, or belongs to somebody else.
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
