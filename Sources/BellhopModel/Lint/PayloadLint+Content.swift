extension PayloadLint {
    static func category(
        _ payload: PushPayload, _ type: PayloadPushType, known: Set<CategoryID>
    ) -> [PayloadFinding] {
        guard type == .alert, payload.aps.alert != nil else { return [] }
        guard let category = payload.aps.category else {
            return [PayloadFinding(.missingCategory, at: "aps.category", "is missing: the notification has no buttons")]
        }
        guard CategoryCatalog[category] == nil, !known.contains(category) else { return [] }
        return [
            PayloadFinding(
                .unknownCategory, at: "aps.category",
                "\(quoted(category.rawValue)) is not registered: it has no buttons")
        ]
    }

    /// The service extension, which runs only with `mutable-content`, fetches or draws pictures.
    static func attachment(_ payload: PushPayload) -> [PayloadFinding] {
        var findings: [PayloadFinding] = []
        let pictures = [("imageURL", payload.imageURL), ("codePreview", payload.codePreview)]
        if let picture = pictures.first(where: { $0.1 != nil }), !payload.aps.mutableContent {
            findings.append(
                PayloadFinding(
                    .attachmentNotMutable, at: picture.0, "is not shown unless aps.mutable-content is 1"))
        }
        if let address = payload.imageURL, !address.lowercased().hasPrefix("https://") {
            findings.append(
                PayloadFinding(.attachmentAddress, at: "imageURL", "is not fetched unless it begins with https://"))
        }
        return findings
    }

    /// Checks the fields that an answer needs: ask, digest and deadline.
    static func ask(_ payload: PushPayload, _ json: [String: JSONValue]) -> [PayloadFinding] {
        guard payload.kind == .approval || payload.kind == .question else { return [] }
        let idKey = payload.kind == .question ? "questionId" : "requestId"
        var findings: [PayloadFinding] = []
        let id = (payload.requestID ?? payload.questionID).flatMap { AskID($0) }
        if id == nil || payload.clearApprovalID != nil {
            findings.append(
                PayloadFinding(.missingAskID, at: idKey, "must be the id of an ask: without it nothing can be answered")
            )
        }
        if json["deadline"] == nil {
            findings.append(PayloadFinding(.missingDeadline, at: "deadline", "is missing: an ask needs a deadline"))
        } else if let deadline = payload.deadline, deadline.milliseconds < earliest {
            findings.append(
                PayloadFinding(
                    .wrongUnit, at: "deadline", "seems to be in seconds; it must be in milliseconds since 1970"))
        }
        if payload.inputDigest == nil {
            findings.append(
                PayloadFinding(
                    .missingDigest, at: "inputDigest",
                    "is missing: devices do not recognise the ask"))
        } else if !isDigest(payload.inputDigest) {
            findings.append(PayloadFinding(.wrongValue, at: "inputDigest", "should be 64 lower-case hex digits"))
        }
        return findings + hidden(payload)
    }

    /// Checks that an approval with an Approve button shows its whole input.
    private static func hidden(_ payload: PushPayload) -> [PayloadFinding] {
        let actions = payload.aps.category.flatMap { CategoryCatalog[$0] }?.actions ?? []
        guard payload.kind == .approval, actions.contains(where: { $0.effect == .approve }) else { return [] }
        switch payload.hiddenCharacters {
        case 0: return []
        case nil:
            return [
                PayloadFinding(
                    .missingHidden, at: "hiddenCharacters", "is missing: Approve only opens the ask unless it is 0")
            ]
        default:
            return [
                PayloadFinding(
                    .hiddenApproval, at: "aps.category",
                    "has an Approve button although the input is not fully shown: use \(CategoryID.approvalReview)")
            ]
        }
    }

    /// Checks the fields of a summary: its id for replacing it, and the count and category for its text.
    static func summary(_ payload: PushPayload) -> [PayloadFinding] {
        guard payload.kind == .summary else { return [] }
        let wanted: [(String, Bool, String)] = [
            (
                "summaryId", payload.summaryID != nil,
                "must be the id of the summary: without it the count cannot be updated"
            ),
            ("summaryCount", payload.summaryCount ?? 0 > 0, "must be the number of notifications, from 1"),
            ("summaryCategory", payload.summaryCategory != nil, "must be the category of the notifications"),
        ]
        return wanted.filter { !$0.1 }.map { PayloadFinding(.missingSummary, at: $0.0, $0.2) }
    }

    /// Checks the texts that are shown on a locked screen and kept in Notification Center.
    static func texts(_ payload: PushPayload) -> [PayloadFinding] {
        let texts = [
            ("aps.alert.title", payload.aps.alert?.title), ("aps.alert.subtitle", payload.aps.alert?.subtitle),
            ("aps.alert.body", payload.aps.alert?.body), ("toolInput", payload.toolInput),
            ("codePreview", payload.codePreview), ("summary", payload.summary), ("errorMessage", payload.errorMessage),
        ]
        return texts.flatMap { path, text in text.map { self.text($0, at: path) } ?? [] }
    }

    static func text(_ text: String, at path: String) -> [PayloadFinding] {
        var findings: [PayloadFinding] = []
        if SecretMask.mask(text) != text {
            findings.append(PayloadFinding(.secret, at: path, "seems to contain a secret: mask it"))
        }
        let warnings = TextSanitizer.sanitize(text, lineBreaks: .kept).warnings
        if !warnings.isEmpty {
            findings.append(
                PayloadFinding(.hiddenText, at: path, "has \(warnings.map(\.description).joined(separator: "; "))"))
        }
        return findings
    }

    /// The year 1973 in milliseconds, which is the year 5138 in seconds.
    private static let earliest: Int64 = 100_000_000_000

    private static func isDigest(_ text: String?) -> Bool {
        text.flatMap { Hex.decode($0) }?.count == 32 && text == text?.lowercased()
    }

    private static func quoted(_ text: String) -> String {
        TextTruncation.prefix(text.debugDescription, characters: 80)
    }
}
