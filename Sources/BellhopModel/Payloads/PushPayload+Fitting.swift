extension PushPayload {
    /// The payload with its texts shortened, from the middle, until it has at most `limit` bytes when encoded.
    ///
    /// Shortens secondary texts first, then body, subtitle and title, each down to a useful minimum. Identifiers, links
    /// and unknown keys are not changed. A shortened approval begins with ``OmissionNotice`` and loses its Approve
    /// button.
    ///
    /// - Parameter limit: in bytes; see ``PayloadLimits``.
    /// - Throws: ``PayloadTooLarge`` when shortening is not enough; `EncodingError` as ``encoded()``.
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
            let wanted = max(part.minimum, now - (size - limit))
            guard wanted < now else { continue }
            payload[keyPath: part.text] = TextTruncation.headAndTail(text, limit: wanted, cost: JSONText.cost)
            size = try payload.encoded().count
        }
        guard size > limit else { return payload }
        let longest = JSONText.longestLeaf(of: payload.json)
        throw PayloadTooLarge(limit: limit, size: size, longestField: longest.path, longestFieldSize: longest.size)
    }

    /// The payload in another gateway's format, with texts shortened until the encoded message has at most `limit` bytes.
    /// Texts and order are those of ``fitted(to:)``.
    ///
    /// - Parameters:
    ///   - message: converts a payload to the format.
    ///   - json: the JSON of a message, which is encoded canonically.
    /// - Throws: ``PayloadTooLarge`` when shortening is not enough; `EncodingError` as ``encoded()``.
    func fitted<Message>(
        to limit: Int, as message: (PushPayload) -> Message, json: (Message) -> JSONValue
    ) throws -> Message {
        var fitting = self
        while true {
            let candidate = message(fitting)
            let size = try CanonicalJSON.encode(json(candidate)).count
            guard size > limit else { return candidate }
            do {
                // Escaping gives a text different sizes in the two formats, so several rounds may be needed. Each
                // starts from the full texts, so that omitted characters are counted once.
                fitting = try fitted(to: try fitting.encoded().count - (size - limit))
            } catch is PayloadTooLarge {
                let longest = JSONText.longestLeaf(of: json(candidate))
                throw PayloadTooLarge(
                    limit: limit, size: size, longestField: longest.path, longestFieldSize: longest.size)
            }
        }
    }

    /// Cuts the visible text of an approval. The number of hidden characters and the changed category need space as
    /// well, so they are written before the size is measured.
    private mutating func cutShown(_ part: Part, from size: inout Int, to limit: Int) throws {
        guard let shown = self[keyPath: part.text], JSONText.cost(shown) > part.minimum else { return }
        let isBody = part.place == .body
        let (note, text) = isBody ? OmissionNotice.split(shown) : (nil, shown)
        let before = note?.hidden ?? hiddenCharacters ?? 0
        let total = note?.total ?? text.count
        let longest = OmissionNotice(hidden: total, total: total).line + "\n"
        aps.category = .approvalReview
        hiddenCharacters = before + total
        self[keyPath: part.text] = (isBody ? longest : "") + text
        let written = self[keyPath: part.text].map(JSONText.cost) ?? 0
        size = try encoded().count
        let room = max(part.minimum, written - max(0, size - limit)) - (isBody ? JSONText.cost(longest) : 0)
        let cut = TextTruncation.cut(text, limit: room, missing: isBody ? before : 0, cost: JSONText.cost)
        let hidden = before + cut.left
        hiddenCharacters = hidden
        let line = OmissionNotice(hidden: min(hidden, total), total: total).line + "\n"
        self[keyPath: part.text] = (isBody && hidden > 0 ? line : "") + cut.text
        size = try encoded().count
    }

    private struct Part: Sendable {
        let text: any WritableKeyPath<PushPayload, String?> & Sendable
        /// The minimum size in bytes of JSON.
        let minimum: Int
        let place: Place

        enum Place { case beside, heading, body }

        init(_ text: any WritableKeyPath<PushPayload, String?> & Sendable, minimum: Int, _ place: Place = .beside) {
            self.text = text
            self.minimum = minimum
            self.place = place
        }

        var isOnScreen: Bool { place != .beside }
    }

    private static let shortenable: [Part] = [
        Part(\.codePreview, minimum: 100), Part(\.toolInput, minimum: 100), Part(\.errorMessage, minimum: 100),
        Part(\.summary, minimum: 100), Part(\.alertBody, minimum: 120, .body),
        Part(\.alertSubtitle, minimum: 60, .heading), Part(\.alertTitle, minimum: 60, .heading),
    ]

    // A key path through an optional is read-only, so these properties replace it.
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
