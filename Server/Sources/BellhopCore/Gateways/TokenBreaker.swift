import BellhopModel

/// Tells dead tokens from a dead configuration: when nearly every token is called dead, it is not the tokens.
///
/// A wrong topic, team or environment makes a gateway reject one device after the other. Believing it would wipe the
/// registry. So the latest answers are kept, one for each of 50 devices; the breaker opens when at least 25 of them and
/// 80 % were called dead, and closes when it is less than half. A pure state machine.
struct TokenBreaker {
    private static let window = 50
    private static let least = 25

    private var answers: [(device: DeviceID, isDead: Bool)] = []
    /// Nobody is to be deactivated.
    private(set) var isOpen = false

    mutating func saw(_ device: DeviceID, isDead: Bool) {
        answers.removeAll { $0.device == device }
        answers.append((device, isDead))
        if answers.count > Self.window { answers.removeFirst() }
        let dead = answers.count { $0.isDead }
        isOpen = isOpen ? dead * 2 >= answers.count : dead >= Self.least && dead * 5 >= answers.count * 4
    }
}
