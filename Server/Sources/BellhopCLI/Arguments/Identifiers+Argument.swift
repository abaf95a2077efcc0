import BellhopModel

// Ids as they stand on a command line. Each throws a ``CommandFailure`` that says what is taken.

extension UserID {
    init(argument: String) throws {
        guard let name = Self(argument) else {
            throw CommandFailure("--user takes 1 to 128 bytes without control characters.")
        }
        self = name
    }
}

extension TopicID {
    init(argument: String) throws {
        guard let name = Self(argument) else {
            throw CommandFailure("A topic has 1 to 128 bytes without control characters.")
        }
        self = name
    }
}

extension CampaignID {
    init(argument: String) throws {
        guard let id = Self(argument) else {
            throw CommandFailure("\(argument.debugDescription) is not an id; see `bellhop campaigns`.")
        }
        self = id
    }
}
