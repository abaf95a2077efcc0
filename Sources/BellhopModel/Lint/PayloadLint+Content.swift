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

    /// A picture is fetched, or drawn, by the service extension, which runs only when it is asked to.
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

    /// What an answer is made of: which ask, what it says, until when.
    static func ask(_ payload: PushPayload, _ json: [String: JSONValue]) -> [PayloadFinding] {
        guard payload.kind == .approval || payload.kind == .question else { return [] }
        let idKey = payload.kind == .question ? "questionId" : "requestId"
        var findings: [PayloadFinding] = []
        let id = (payload.requestID ?? payload.questionID).flatMap { AskID($0) }
        if id == nil || payload.clearApprovalID != nil {
            findings.append(
                PayloadFinding(.missingAskID, at: idKey, "has to be the id of an ask: nothing can be answered"))
        }
        if json["deadline"] == nil {
            findings.append(PayloadFinding(.missingDeadline, at: "deadline", "is missing: an ask has to end"))
        } else if let deadline = payload.deadline, deadline.milliseconds < earliest {
            findings.append(
                PayloadFinding(.wrongUnit, at: "deadline", "looks like seconds; milliseconds since 1970 are wanted"))
        }
        if payload.inputDigest == nil {
            findings.append(
                PayloadFinding(
                    .missingDigest, at: "inputDigest",
                    "is missing: devices do not take it for an ask"))
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
                    "has a button to approve what is not shown whole: use \(CategoryID.approvalReview)")
            ]
        }
    }

    /// What replaces it is found by its id, and what it says is made of the other two.
    static func summary(_ payload: PushPayload) -> [PayloadFinding] {
        guard payload.kind == .summary else { return [] }
        let wanted: [(String, Bool, String)] = [
            ("summaryId", payload.summaryID != nil, "has to be the id of the summary: nothing could be counted down"),
            ("summaryCount", payload.summaryCount ?? 0 > 0, "has to say how many it stands for, from 1"),
            ("summaryCategory", payload.summaryCategory != nil, "has to say of what category they are"),
        ]
        return wanted.filter { !$0.1 }.map { PayloadFinding(.missingSummary, at: $0.0, $0.2) }
    }

    /// Shown on a locked screen and kept in Notification Center.
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
            findings.append(PayloadFinding(.secret, at: path, "has what looks like a secret in it: mask it"))
        }
        let warnings = TextSanitizer.sanitize(text, lineBreaks: .kept).warnings
        if !warnings.isEmpty {
            findings.append(
                PayloadFinding(.hiddenText, at: path, "has \(warnings.map(\.description).joined(separator: "; "))"))
        }
        return findings
    }

    /// In milliseconds, 1973: as seconds that is the year 5138.
    private static let earliest: Int64 = 100_000_000_000

    private static func isDigest(_ text: String?) -> Bool {
        text.flatMap { Hex.decode($0) }?.count == 32 && text == text?.lowercased()
    }

    private static func quoted(_ text: String) -> String { TextTruncation.prefix(text.debugDescription, characters: 80) }
}
