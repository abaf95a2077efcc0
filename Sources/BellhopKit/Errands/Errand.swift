import BellhopModel

/// Something that somebody else has to take: written down first, then carried there until they say yes or no.
struct Errand<Cargo: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    /// The name of its record: the same errand again is known by it.
    let name: String
    let cargo: Cargo
    let acceptedAt: Timestamp
    /// From this moment on it is not carried any more.
    let expiresAt: Timestamp
    /// The latest time that was seen while it waited.
    var seen: Timestamp
    /// The end, once there is one.
    var result: ErrandResult?
    /// The person was told the end.
    var isTold = false

    init(_ name: String, _ cargo: Cargo, at now: Timestamp, expiresAt: Timestamp) {
        self.name = name
        self.cargo = cargo
        acceptedAt = now
        self.expiresAt = expiresAt
        seen = now
    }
}

/// How an errand ended.
enum ErrandResult: Codable, Hashable, Sendable {
    case done
    case refused(message: String)
    /// Nobody could be reached in time.
    case expired
}

/// What came of one attempt.
enum ErrandVerdict: Hashable, Sendable {
    case done
    /// Another attempt will not succeed.
    case refused(message: String)
    case tryAgain(atLeast: Duration?)
}

/// What the person may want to know of an errand.
struct ErrandReport<Cargo: Codable & Hashable & Sendable>: Hashable, Sendable {
    enum News: Hashable, Sendable {
        case ended(ErrandResult)
        /// It is tried again. When it is not kept, it is lost with the process.
        case waiting(isKept: Bool)
    }

    let errand: Errand<Cargo>
    let news: News
}
