extension APS {
    init(_ reader: inout FieldReader) {
        self.init()
        liveActivity = LiveActivityPush(&reader)
        readAlert(&reader)
        badge = reader.take("badge", wanted: "a whole number from 0", Self.badge)
        sound = reader.take("sound", wanted: "a name or a dictionary", PushSound.init) ?? sound
        threadID = reader.takeText("thread-id")
        category = reader.takeText("category").map { CategoryID($0) }
        contentAvailable = reader.takeFlag("content-available")
        mutableContent = reader.takeFlag("mutable-content")
        targetContentID = reader.takeText("target-content-id")
        interruptionLevel = reader.take("interruption-level", wanted: "passive, active or time-sensitive") {
            $0.string.flatMap(InterruptionLevel.init(rawValue:))
        }
        if let score = reader.take("relevance-score", wanted: "a number", \.number) { readRelevance(score, &reader) }
        filterCriteria = reader.takeText("filter-criteria")
        extra = reader.rest
        for key in extra.keys.sorted() where !Self.documented.contains(key) { reader.note(key, .unknownKey) }
    }

    private mutating func readAlert(_ reader: inout FieldReader) {
        if let body = reader.rest["alert"]?.string {
            _ = reader.takeText("alert")
            alert = PushAlert(body: body)
        } else if var inner = reader.takeReader("alert") {
            // A Live Activity's sound stands inside its alert.
            if liveActivity != nil { sound = inner.take("sound", wanted: "a name or a dictionary", PushSound.init) }
            alert = PushAlert(&inner)
            reader.note(inner.issues)
        }
    }

    mutating func readRelevance(_ score: Double, _ reader: inout FieldReader) {
        guard liveActivity == nil else {
            relevanceScore = score
            return
        }
        let clamped = Self.fraction(score)
        if clamped != score { reader.note("relevance-score", .clamped) }
        relevanceScore = clamped
    }

    /// Brought into 0 to 1.
    static func fraction(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }

    static func badge(_ json: JSONValue) -> Int? {
        json.integer.flatMap(Int.init(exactly:)).flatMap { $0 >= 0 ? $0 : nil }
    }

    /// In canonical form: `alert` always a dictionary, flags always 1, nothing that is not set.
    var json: JSONValue {
        var object = extra
        if var inner = alert?.json(nested: liveActivity != nil) {
            if liveActivity != nil, let sound { inner["sound"] = sound.json }
            object["alert"] = .object(inner)
        }
        if let badge { object["badge"] = .integer(Int64(badge)) }
        if let sound, liveActivity == nil || alert == nil { object["sound"] = sound.json }
        if let threadID { object["thread-id"] = .string(threadID) }
        if let category { object["category"] = .string(category.rawValue) }
        if contentAvailable { object["content-available"] = 1 }
        if mutableContent { object["mutable-content"] = 1 }
        if let targetContentID { object["target-content-id"] = .string(targetContentID) }
        if let interruptionLevel { object["interruption-level"] = .string(interruptionLevel.rawValue) }
        if let relevanceScore {
            object["relevance-score"] = .plain(liveActivity == nil ? Self.fraction(relevanceScore) : relevanceScore)
        }
        if let filterCriteria { object["filter-criteria"] = .string(filterCriteria) }
        liveActivity?.write(to: &object)
        return .object(object)
    }

    /// Every key that Apple documents, those that Bellhop only passes on included.
    private static let documented: Set<String> = [
        "alert", "badge", "sound", "thread-id", "category", "content-available", "mutable-content", "target-content-id",
        "interruption-level", "relevance-score", "filter-criteria", "timestamp", "event", "content-state", "stale-date",
        "dismissal-date", "attributes-type", "attributes", "input-push-token", "input-push-channel", "content-changed",
        "url-args",
    ]
}
