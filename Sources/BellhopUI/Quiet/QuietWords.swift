import BellhopKit
import BellhopModel

extension QuietModel.Problem {
    var text: String {
        switch self {
        case .notKept: Strings.current.quietNotKept
        case .noTime: Strings.current.quietNoTime
        case .notPossible: Strings.current.quietNotPossible
        }
    }
}

extension FrequencyCap {
    static let hour = 3600
    static let day = 24 * 3600

    /// The stretches to choose from: an hour, a day, and what was set elsewhere.
    var stretches: [Int] { Set([Self.hour, Self.day, seconds]).sorted() }

    static func text(ofStretch seconds: Int) -> String {
        switch seconds {
        case hour: Strings.current.quietCapHour
        case day: Strings.current.quietCapDay
        default: Strings.current.quietCapOther(seconds: seconds)
        }
    }
}
