import BellhopModel
import BellhopTerminal
import Foundation

extension Weekday {
    /// Days by their names or at least the first three letters of them, separated by commas.
    static func list(_ text: String, option: String) throws -> [Weekday] {
        try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
            let name = word.trimmingCharacters(in: .whitespaces).lowercased()
            guard name.count >= 3, let day = allCases.first(where: { $0.rawValue.hasPrefix(name) }) else {
                throw CommandFailure.usage(
                    "\(option): \(String(word).debugDescription) is no day; say them as mon,fri.")
            }
            return day
        }
    }
}
