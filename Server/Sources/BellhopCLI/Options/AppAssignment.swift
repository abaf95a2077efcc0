import BellhopTerminal

/// Arguments such as `OWNER=com.example.app`, which assign apps to one of several credentials.
enum AppAssignment {
    /// - Parameters:
    ///   - owners: the ids of all credentials. At most one may have no app; it serves all other apps.
    ///   - owner: the description of an id in error messages.
    /// - Returns: the apps of each owner that has some.
    /// - Throws: ``CommandFailure`` with the exit code for wrong usage.
    static func read(
        _ arguments: [String], to owners: [String], option: String, owner description: String
    ) throws -> [String: Set<String>] {
        var owner: [String: String] = [:]
        for argument in arguments {
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, isApp(parts[1]) else {
                throw CommandFailure.usage("\(option) takes an id and an app, such as ID=com.example.app.")
            }
            guard owners.contains(parts[0]) else {
                throw CommandFailure.usage("\(option): \(parts[0].debugDescription) is not the \(description).")
            }
            guard owner.updateValue(parts[0], forKey: parts[1]) ?? parts[0] == parts[0] else {
                throw CommandFailure.usage("\(option): the app \(parts[1]) is given twice, with different ids.")
            }
        }
        let apps = Dictionary(grouping: owner.keys) { owner[$0] ?? "" }.mapValues(Set.init)
        let others = Set(owners).filter { apps[$0] == nil }.sorted()
        guard others.count <= 1 else {
            throw CommandFailure.usage(
                "\(option) is missing: \(others.joined(separator: " and ")) have no app, and only one of several may serve "
                    + "all other apps.")
        }
        return apps
    }

    /// The characters of bundle identifiers and package names.
    private static func isApp(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 255
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) }
    }
}
