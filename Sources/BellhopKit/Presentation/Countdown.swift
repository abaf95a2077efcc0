public import BellhopModel

/// The time left to answer, at one moment.
public struct Countdown: Hashable, Sendable {
    public enum Urgency: Hashable, Sendable, CaseIterable {
        case calm
        /// Less than half a minute.
        case soon
        case over
    }

    /// In whole seconds, rounded up: 0 means over.
    public let seconds: Int
    /// The fraction of the whole time that is left, from 1 to 0.
    public let fraction: Double

    public init(from start: Timestamp, to deadline: Timestamp, at now: Timestamp) {
        let left = max(0, (deadline - now).wholeMilliseconds)
        let whole = (deadline - start).wholeMilliseconds
        seconds = Int(clamping: left / 1000 + (left % 1000 > 0 ? 1 : 0))
        fraction = whole > 0 ? min(1, Double(left) / Double(whole)) : 0
    }

    public var urgency: Urgency { seconds == 0 ? .over : seconds < 30 ? .soon : .calm }
    public var isOver: Bool { seconds == 0 }

    /// Such as `4:59` or `1:02:03`.
    public var clock: String {
        let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60]
        let shown = parts[0] > 0 ? parts[...] : parts[1...]
        return shown.enumerated().map { index, part in
            index > 0 && part < 10 ? "0\(part)" : "\(part)"
        }.joined(separator: ":")
    }

    /// The text beside the buttons, such as "4:59 left".
    public func text(in language: Language = .current) -> String {
        let strings = Strings(language)
        return isOver ? strings.askExpired : strings.askTimeLeft(time: clock)
    }
}
