package import BellhopModel

/// The sanitized content of a notification: `UNMutableNotificationContent` as a value.
package struct EnrichedContent: Codable, Hashable, Sendable {
    package var title: String
    package var subtitle: String
    package var body: String
    /// The group of the notification; empty for none.
    package var threadID: String
    package var category: CategoryID?
    package var sound: EnrichedSound?
    /// The badge; `nil` leaves it unchanged.
    package var badge: Int?
    package var interruptionLevel: InterruptionLevel
    /// 0 to 1.
    package var relevance: Double
    /// The window to bring to the front.
    package var targetContentID: String?
    /// The attachment to fetch. Untrusted: ``AttachmentFetch`` checks it.
    package var attachment: AttachmentRequest?
    /// A code picture to attach when there is no other attachment.
    package var codePreview: CodePreview?

    package init(
        title: String = "", subtitle: String = "", body: String = "", threadID: String = "",
        category: CategoryID? = nil, sound: EnrichedSound? = nil, badge: Int? = nil,
        interruptionLevel: InterruptionLevel = .active, relevance: Double = 0, targetContentID: String? = nil,
        attachment: AttachmentRequest? = nil, codePreview: CodePreview? = nil
    ) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.threadID = threadID
        self.category = category
        self.sound = sound
        self.badge = badge
        self.interruptionLevel = interruptionLevel
        self.relevance = relevance
        self.targetContentID = targetContentID
        self.attachment = attachment
        self.codePreview = codePreview
    }
}

/// The sound of a notification (`UNNotificationSound`).
package enum EnrichedSound: Codable, Hashable, Sendable {
    case standard
    /// A file in the app's bundle or its `Library/Sounds`. The system plays its own sound when there is no such file.
    case named(String)

    /// The default sound of a reminder. The system's sound is used when the app has no such file.
    package static let reminder = EnrichedSound.named("reminder.caf")

    /// The sound of a payload; `nil` for none. Critical alerts need an entitlement that Bellhop does not have.
    package init?(_ payload: PushPayload) {
        guard let name = payload.aps.sound?.name else { return nil }
        guard name != PushSound.default.name else {
            self = payload.kind == .reminder ? .reminder : .standard
            return
        }
        let isFile = name.utf8.count <= 128 && name.first != "."
        guard isFile, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }) else {
            self = .standard
            return
        }
        self = .named(name)
    }
}

extension CodePreview {
    /// The beginning of `code`, masked and sanitized; `nil` when it has no visible text.
    init?(code: String) {
        let safe = TextSanitizer.sanitize(SecretMask.mask(code)).text
        let all = safe.split(separator: "\n", omittingEmptySubsequences: false)
        guard let last = all.lastIndex(where: { !$0.allSatisfy(\.isWhitespace) }) else { return nil }
        let filled = all[...last]
        self.init(
            lines: filled.prefix(Self.mostLines).map(Self.line), linesLeftOut: max(0, filled.count - Self.mostLines))
    }

    private static func line(_ text: Substring) -> String {
        // More than four times as many characters cannot become visible.
        let spaced = String(text.prefix(longestLine * 4)).replacing("\t", with: "    ")
        return TextTruncation.prefix(spaced, characters: longestLine)
    }
}
