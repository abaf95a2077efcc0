public import BellhopStore
public import Testing

/// One sentence of the store's contract and the check of it, against a store that is empty.
///
/// A check that throws inside of macros only has to say `async throws`: the compiler looks for `try` before it expands
/// them (Swift 6.3).
public struct ConformanceCase: Sendable, CustomTestStringConvertible {
    public let sentence: String
    public let check: @Sendable (any Store) async throws -> Void

    init(_ sentence: String, _ check: @escaping @Sendable (Scene) async throws -> Void) {
        self.sentence = sentence
        self.check = { try await check(Scene(store: $0)) }
    }

    public var testDescription: String { sentence }
}
