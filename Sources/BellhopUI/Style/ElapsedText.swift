import BellhopModel

/// How long ago something was, in the largest unit that fits.
enum ElapsedText {
    /// Such as `5 s`, `12 min`, `3 h` and `2 d`.
    static func since(_ moment: Timestamp, at now: Timestamp) -> String {
        let seconds = max(0, (now - moment).components.seconds)
        return switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3600: "\(seconds / 60) min"
        case ..<86_400: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) d"
        }
    }
}
