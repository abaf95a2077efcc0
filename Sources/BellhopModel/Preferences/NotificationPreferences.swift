/// What a user wants to hear, and when: a switch for each type and category, all on until turned off, quiet hours, what
/// is muted, and how much is too much.
///
/// A category is heard when neither its own switch nor its type's is off. Settings that this version does not know are
/// kept, so that an older server or app does not erase what a newer one stored.
public struct NotificationPreferences: Hashable, Sendable {
    /// By type; a type that is not mentioned is on.
    public var types: [PreferenceType: Bool]
    /// By category; a category that is not mentioned is on.
    public var categories: [CategoryID: Bool]
    public var quietHours: QuietHours?
    public var mutes: [Mute]
    public var frequencyCap: FrequencyCap?
    /// Settings among the types that are not switches, kept as they came.
    public internal(set) var others: [String: JSONValue] = [:]
    /// Settings beside those above, kept as they came.
    public internal(set) var unknown: [String: JSONValue] = [:]

    public init(
        types: [PreferenceType: Bool] = [:], categories: [CategoryID: Bool] = [:], quietHours: QuietHours? = nil,
        mutes: [Mute] = [], frequencyCap: FrequencyCap? = nil
    ) {
        self.types = types
        self.categories = categories
        self.quietHours = quietHours
        self.mutes = mutes
        self.frequencyCap = frequencyCap
    }

    /// Everything on, at any time.
    public static let `default` = Self()

    public func allows(category: CategoryID) -> Bool { refusal(of: category) == nil }

    /// Which switch keeps notifications of `category` from the user; `nil` when they are heard.
    ///
    /// - Parameter isAsk: somebody waits for an answer. Types are about things to know, so that no type silences an
    ///   ask, whatever category it came under; the category's own switch does.
    public func refusal(of category: CategoryID, isAsk: Bool = false) -> DisabledPreference? {
        if categories[category] == false { return .category(category) }
        guard !isAsk, let type = CategoryCatalog[category].flatMap({ PreferenceType(kind: $0.kind) }) else {
            return nil
        }
        return types[type] == false ? .type(type) : nil
    }

    /// What keeps `notification` from being heard at `moment`, beside switches; `nil` when nothing does.
    ///
    /// - Parameter topics: what it was sent about.
    public func mute(of notification: UserNotification, about topics: [TopicID] = [], at moment: Timestamp) -> Mute? {
        mutes.first { mute in
            guard !mute.isOver(at: moment) else { return false }
            return switch mute.subject {
            case .session(let id): notification.sessionID == id
            case .topic(let id): topics.contains(id)
            case .thread(let name): notification.thread == name
            }
        }
    }

    /// Without the mutes that are over.
    public func current(at moment: Timestamp) -> Self {
        var current = self
        current.mutes.removeAll { $0.isOver(at: moment) }
        return current
    }
}
