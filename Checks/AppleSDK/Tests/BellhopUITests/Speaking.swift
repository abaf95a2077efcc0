import BellhopKit
import Testing

/// The language that screens speak in a test, whatever the machine's is.
struct Speaking: SuiteTrait, TestTrait, TestScoping {
    let language: Language
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Language.$current.withValue(language, operation: function)
    }
}

extension Trait where Self == Speaking {
    static func speaking(_ language: Language) -> Self { Speaking(language: language) }
}
