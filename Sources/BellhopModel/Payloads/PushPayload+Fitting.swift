extension PushPayload {
    /// The payload with its texts shortened, head and tail, until it has at most `limit` bytes when encoded.
    ///
    /// What only enriches is shortened first, then the body, the subtitle and the title, each no further than to a
    /// length that still says something. Identifiers, links and keys that Bellhop does not know are never touched. An
    /// approval of which something is cut says so first, and cannot be approved where it is shown.
    ///
    /// - Parameter limit: in bytes; see ``PayloadLimits``.
    /// - Throws: ``PayloadTooLarge`` when that is not enough, naming the longest field; `EncodingError` as ``encoded()``.
    public func fitted(to limit: Int = PayloadLimits.regular) throws -> PushPayload {
        var payload = self
        var size = try payload.encoded().count
        for part in Self.shortenable where size > limit {
            if part.isOnScreen, kind == .approval {
                try payload.cutShown(part, from: &size, to: limit)
                continue
            }
            guard let text = payload[keyPath: part.text] else { continue }
            let now = JSONText.cost(text)
            let wanted = max(part.least, now - (size - limit))
            guard wanted < now else { continue }
            payload[keyPath: part.text] = TextTruncation.headAndTail(text, limit: wanted, cost: JSONText.cost)
            size = try payload.encoded().count
        }
        guard size > limit else { return payload }
        let longest = JSONText.longestLeaf(of: payload.json)
        throw PayloadTooLarge(limit: limit, size: size, longestField: longest.path, longestFieldSize: longest.size)
    }

    /// Cuts what an approval shows. The number of characters that are hidden, and the category that goes with it, take room
    /// as well, so they are written first.
    private mutating func cutShown(_ part: Part, from size: inout Int, to limit: Int) throws {
        guard let shown = self[keyPath: part.text], JSONText.cost(shown) > part.least else { return }
        let isBody = part.place == .body
        let (note, text) = isBody ? HiddenNote.split(shown) : (nil, shown)
        let before = note?.hidden ?? hiddenCharacters ?? 0
        let total = note?.total ?? text.count
        let longest = HiddenNote(hidden: total, total: total).line + "\n"
        aps.category = .approvalReview
        hiddenCharacters = before + total
        self[keyPath: part.text] = (isBody ? longest : "") + text
        let written = self[keyPath: part.text].map(JSONText.cost) ?? 0
        size = try encoded().count
        let room = max(part.least, written - max(0, size - limit)) - (isBody ? JSONText.cost(longest) : 0)
        let cut = TextTruncation.cut(text, limit: room, missing: isBody ? before : 0, cost: JSONText.cost)
        let hidden = before + cut.left
        hiddenCharacters = hidden
        let line = HiddenNote(hidden: min(hidden, total), total: total).line + "\n"
        self[keyPath: part.text] = (isBody && hidden > 0 ? line : "") + cut.text
        size = try encoded().count
    }

    private struct Part: Sendable {
        let text: any WritableKeyPath<PushPayload, String?> & Sendable
        /// In bytes as written in JSON.
        let least: Int
        let place: Place

        enum Place { case beside, heading, body }

        init(_ text: any WritableKeyPath<PushPayload, String?> & Sendable, least: Int, _ place: Place = .beside) {
            self.text = text
            self.least = least
            self.place = place
        }

        var isOnScreen: Bool { place != .beside }
    }

    private static let shortenable: [Part] = [
        Part(\.codePreview, least: 100), Part(\.toolInput, least: 100), Part(\.errorMessage, least: 100),
        Part(\.summary, least: 100), Part(\.alertBody, least: 120, .body),
        Part(\.alertSubtitle, least: 60, .heading), Part(\.alertTitle, least: 60, .heading),
    ]

    // Key paths through an optional cannot be written to; these can.
    private var alertTitle: String? {
        get { aps.alert?.title }
        set { aps.alert?.title = newValue }
    }
    private var alertSubtitle: String? {
        get { aps.alert?.subtitle }
        set { aps.alert?.subtitle = newValue }
    }
    private var alertBody: String? {
        get { aps.alert?.body }
        set { aps.alert?.body = newValue }
    }
}

/// How many bytes texts take inside of canonical JSON.
enum JSONText {
    static func cost(_ text: some StringProtocol) -> Int { text.utf8.reduce(0) { $0 + cost($1) } }
    static func cost(_ character: Character) -> Int { character.utf8.reduce(0) { $0 + cost($1) } }

    /// RFC 8259 §7: quote, backslash and control characters are escaped, five of those by a letter.
    private static func cost(_ byte: UInt8) -> Int {
        switch byte {
        case 0x22, 0x5C, 0x08, 0x09, 0x0A, 0x0C, 0x0D: 2
        case 0x00...0x1F: 6
        default: 1
        }
    }

    /// The largest text or number in `json`, and where it stands.
    static func longestLeaf(of json: JSONValue, at path: String = "") -> (path: String, size: Int) {
        func longest(_ leaves: some Sequence<(path: String, size: Int)>) -> (path: String, size: Int) {
            leaves.max { $0.size < $1.size } ?? (path, 2)
        }
        switch json {
        case .object(let fields):
            return longest(
                fields.sorted { $0.key < $1.key }.map { key, value in
                    longestLeaf(of: value, at: path.isEmpty ? key : "\(path).\(key)")
                })
        case .array(let values):
            return longest(values.enumerated().map { longestLeaf(of: $1, at: "\(path)[\($0)]") })
        case .string(let text): return (path, cost(text) + 2)
        case .integer(let value): return (path, String(value).utf8.count)
        case .number(let value): return (path, String(value).utf8.count)
        case .bool(let value): return (path, value ? 4 : 5)
        case .null: return (path, 4)
        }
    }
}
