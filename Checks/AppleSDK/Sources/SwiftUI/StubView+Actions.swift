// Not part of Apple's API: how the stand-ins keep closures that views hand over.

/// SwiftUI calls what a view hands over on the main actor, whatever the closure's type says.
struct OnMain: @unchecked Sendable {
    // Immutable; called on the main actor only.
    let run: () -> Void

    init(_ run: @escaping () -> Void) { self.run = run }

    var action: @MainActor () async -> Void {
        let copy = self
        return { copy.run() }
    }
}
