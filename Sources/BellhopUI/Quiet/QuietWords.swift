import BellhopKit
import BellhopModel

extension QuietModel.Problem {
    var text: String {
        switch self {
        case .notKept: Words.current.quietNotKept
        case .noTime: Words.current.quietNoTime
        case .notPossible: Words.current.quietNotPossible
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
        case hour: Words.current.quietCapHour
        case day: Words.current.quietCapDay
        default: Words.current.quietCapOther(seconds: seconds)
        }
    }
}
