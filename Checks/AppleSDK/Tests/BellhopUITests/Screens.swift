import BellhopKit
import BellhopModel
import BellhopTesting
import Observation

@testable import BellhopUI

/// The screens' models on a phone of fakes.
@MainActor
struct Screens {
    let phone: TestPhone
    let app: AppModel

    init(_ phone: TestPhone) {
        self.phone = phone
        app = AppModel(phone.bellhop, clock: phone.clock)
    }

    static func paired() async throws -> Screens { Screens(try await TestPhone.paired()) }

    /// The kit and the app's model run while `body` does.
    func running(_ body: () async throws -> Void) async rethrows {
        let kit = Task { await phone.bellhop.run() }
        let model = Task { await app.run() }
        defer {
            kit.cancel()
            model.cancel()
        }
        try await body()
    }

    /// The ask's screen, open.
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
        // The change is announced before it is made.
        await Task.yield()
    }
}
