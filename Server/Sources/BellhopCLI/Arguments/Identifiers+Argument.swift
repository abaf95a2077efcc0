import BellhopModel
import BellhopTerminal

// Ids as they stand on a command line. Each throws a ``CommandFailure`` that says what is taken.

extension UserID {
    init(argument: String) throws {
        guard let name = Self(argument) else {
            throw CommandFailure.usage("A user has 1 to 128 bytes without control characters.")
        }
        self = name
    }
}

extension TopicID {
    init(argument: String) throws {
        guard let name = Self(argument) else {
            throw CommandFailure.usage("A topic has 1 to 128 bytes without control characters.")
        }
        self = name
    }
}

extension CampaignID {
    init(argument: String) throws {
        guard let id = Self(argument) else {
            throw CommandFailure.usage("\(argument.debugDescription) is not an id; see `bellhop campaigns`.")
        }
        self = id
    }
}

extension ConversationID {
    init(argument: String) throws {
        guard let name = Self(argument) else {
            throw CommandFailure.usage("A conversation has 1 to 128 bytes without control characters.")
        }
        self = name
    }
}

extension MessageID {
    init(argument: String) throws {
        guard let id = Self(argument) else {
            throw CommandFailure.usage("\(argument.debugDescription) is not an id; see `bellhop messages`.")
        }
        self = id
    }
}
