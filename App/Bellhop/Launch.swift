import Observation

/// Something that is made once for the process, as soon as it can be: before the first unlock no file can be made, and
/// the system may launch the app then.
@Observable @MainActor
final class Launch<Value> {
    /// The last attempt; `nil` before the first.
    private(set) var outcome: Result<Value, any Error>?
    @ObservationIgnored private let make: @MainActor () throws -> Value
    @ObservationIgnored private let begin: @MainActor (Value, _ isLate: Bool) -> Void

    /// - Parameter begin: is called once, with what was made; `isLate` when an attempt failed before.
    init(
        make: @escaping @MainActor () throws -> Value, begin: @escaping @MainActor (Value, _ isLate: Bool) -> Void
    ) {
        self.make = make
        self.begin = begin
    }

    /// The result, after another attempt when there is none yet.
    @discardableResult
    func attempt() -> Value? {
        if case .success(let value) = outcome { return value }
        let isLate = outcome != nil
        let next = Result { try make() }
        outcome = next
        guard case .success(let value) = next else { return nil }
        begin(value, isLate)
        return value
    }
}
