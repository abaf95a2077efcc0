import BellhopModel
import BellhopTerminal

extension SessionID {
    init(argument: String) throws {
        guard let name = Self(argument) else {
            throw CommandFailure.usage("A session's id is 1 to 128 bytes without control characters.")
        }
        self = name
    }
}
