import BellhopKit
import BellhopModel
import BellhopTesting
import Observation
@_spi(Testing) import SwiftUI
import Testing

@testable import BellhopUI

/// The screens' models on a phone with fakes.
@MainActor
struct Screens {
    let phone: TestPhone
    let app: AppModel

    init(_ phone: TestPhone) {
        self.phone = phone
        app = AppModel(phone.bellhop, clock: phone.clock)
    }

    static func paired() async throws -> Screens { Screens(try await TestPhone.paired()) }

    /// Runs the kit and the app's model during `body`.
    func running(_ body: () async throws -> Void) async rethrows {
        let kit = Task { await phone.bellhop.run() }
        let model = Task { await app.run() }
        defer {
            kit.cancel()
            model.cancel()
        }
        try await body()
    }

    /// Shows `view` and runs its tasks during `body`.
    func shown(_ view: some View, _ body: (Screen) async throws -> Void) async rethrows {
        let screen = Screen(view)
        let tasks = Task { await screen.run("task") }
        defer { tasks.cancel() }
        try await body(screen)
    }

    /// The screen of an ask, opened.
    func showing(_ id: AskID, _ body: (AskModel) async throws -> Void) async rethrows {
        let model = AskModel(id, in: app)
        let run = Task { await model.run() }
        defer { run.cancel() }
        try await body(model)
    }
}

/// Returns when `condition`, which reads observed state, holds.
@MainActor
func until(_ condition: @escaping @MainActor () -> Bool) async {
    while !condition(), !Task.isCancelled {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        withObservationTracking {
            _ = condition()
        } onChange: {
            continuation.finish()
        }
        for await _ in changes {}
        // Observation reports a change before it happens.
        await Task.yield()
    }
}

extension AskModel {
    /// Scrolls to the end, part by part.
    func read() { for part in reading?.parts ?? [] { markSeen(part.id) } }
}

/// The language of screens in a test, independent of the machine's.
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
