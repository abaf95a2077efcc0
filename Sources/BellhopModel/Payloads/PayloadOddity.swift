/// Something in a payload that is not as it should be. It never keeps the rest from being read.
public struct PayloadIssue: Hashable, Sendable, CustomStringConvertible {
    /// Where, such as `aps.badge`; empty for the payload as a whole.
    public let path: String
    public let problem: Problem

    public init(_ path: String, _ problem: Problem) {
        self.path = path
        self.problem = problem
    }

    public enum Problem: Hashable, Sendable {
        /// Of another type, or out of range. The value is kept in `extra`.
        case unexpected(wanted: String)
        /// Brought into range.
        case clamped
        /// A key of `aps` that Apple does not document: the system ignores it. Kept in `extra`.
        case unknownKey
        /// There is no `aps`, so it did not come through APNs as it stands.
        case missing
        /// Nothing that JSON can say, or nested too deeply. Dropped.
        case notJSON
    }

    public var description: String {
        let what = path.isEmpty ? "the payload" : path
        return switch problem {
        case .unexpected(let wanted): "\(what) should be \(wanted)"
        case .clamped: "\(what) is out of range and was brought into it"
        case .unknownKey: "\(what) is not a key that Apple documents"
        case .missing: "\(what) is missing"
        case .notJSON: "\(what) is not a JSON value and was dropped"
        }
    }
}
