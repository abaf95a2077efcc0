import Synchronization

/// Something that has happened, or has not yet.
public final class Flag: Sendable {
    private let value = Atomic(false)

    public init() {}

    public var isSet: Bool { value.load(ordering: .sequentiallyConsistent) }
    public func set() { value.store(true, ordering: .sequentiallyConsistent) }
}
