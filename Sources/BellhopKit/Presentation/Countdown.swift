public import BellhopModel

/// How much time is left to answer, at one moment. Pure.
public struct Countdown: Hashable, Sendable {
    public enum Urgency: Hashable, Sendable, CaseIterable {
        case calm
        /// Less than half a minute.
        case soon
        case over
    }

    /// In whole seconds, rounded up: 0 means over.
    public let seconds: Int
    /// Of the whole time, 1 at its beginning and 0 at its end.
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

    public func text(_ words: Strings = .current) -> String { isOver ? words.askExpired : words.askTimeLeft(time: clock) }
}
