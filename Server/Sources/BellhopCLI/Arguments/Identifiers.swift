import BellhopModel
import BellhopTerminal

extension ExternalID {
    /// - Throws: ``CommandFailure`` that says what a name may be.
    init(argument: String) throws {
        guard let name = Self(argument) else {
            throw CommandFailure.usage(
                "\(argument.debugDescription) is not a name: names have 1 to 128 bytes without control characters.")
        }
        self = name
    }
}

extension Identifier {
    /// - Parameter command: the command that lists the ids, such as `devices`.
    /// - Throws: ``CommandFailure`` that names that command.
    init(argument: String, listedBy command: String) throws {
        guard let id = Self(argument) else {
            throw CommandFailure.usage("\(argument.debugDescription) is not an id; see `bellhop \(command)`.")
        }
        self = id
    }
}
