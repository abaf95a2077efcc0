public import BellhopModel
import Foundation

/// The machine's wall clock.
public struct SystemTime: TimeSource {
    public init() {}

    public var now: Timestamp {
        Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }

    public func sleep(until moment: Timestamp) async throws {
        // In slices, because `Task.sleep` counts on a clock of its own: when the wall clock is set forward, or the
        // machine was suspended, a deadline is noticed within one slice.
        var rest = moment - now
        while rest > .zero {
            try await Task.sleep(for: min(rest, .seconds(30)))
            rest = moment - now
        }
        try Task.checkCancellation()
    }
}
