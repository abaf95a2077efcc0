import BellhopModel

/// How long ago something was, as a person says it: "12 s ago".
enum Elapsed {
    static func words(from start: Timestamp, to end: Timestamp) -> String {
        let seconds = (end - start).components.seconds
        return switch seconds {
        case ..<1: "just now"
        case ..<60: "\(seconds) s ago"
        case ..<3600: "\(seconds / 60) min ago"
        case ..<172_800: "\(seconds / 3600) h ago"
        default: "\(seconds / 86_400) days ago"
        }
    }
}
