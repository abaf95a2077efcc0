import Foundation

/// The settings of the tests that kill servers at random moments, from the environment.
enum CrashSettings {
    private static let environment = ProcessInfo.processInfo.environment

    private static let rounds = environment["BELLHOP_CRASH_ROUNDS"].flatMap { Int($0) }
    private static let minutes = environment["BELLHOP_CRASH_MINUTES"].flatMap { Int($0) }

    /// Returns whether no further round begins.
    static func isOver(afterRounds count: Int, since start: ContinuousClock.Instant) -> Bool {
        if let minutes { return ContinuousClock.now - start >= .seconds(60 * minutes) }
        return count >= rounds ?? 4
    }

    /// The seed of a test's random choices, which it prints: that of the environment, a new one in a long run, and
    /// otherwise a fixed one.
    static func seed(of test: String, usually fixed: UInt64) -> UInt64 {
        let given = environment["BELLHOP_CRASH_SEED"].flatMap { UInt64($0) }
        let isLong = rounds != nil || minutes != nil
        let seed = given ?? (isLong ? UInt64.random(in: 0 ... .max) : fixed)
        print("\(test): BELLHOP_CRASH_SEED=\(seed)")
        return seed
    }
}
