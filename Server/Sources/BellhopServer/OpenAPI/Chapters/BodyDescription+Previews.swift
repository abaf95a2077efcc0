import BellhopModel

extension BodyDescription {
    static let preview = BodyDescription(
        "NotificationPreview", NotificationPreview.self, "What would be sent, and to how many devices.",
        .object([
            .required("payloads", .list(of: .named("PayloadPreview")), "One for each kind of gateway."),
            .required("devices", .integer(0...Int.max), "How many of the user's devices would be sent it."),
            .sometimes("reason", .text, "Why there are none."),
        ]),
        examples: [NotificationPreview(payloads: [samplePayload], devices: 0, reason: "the user has no device")])

    static let payloadPreview = BodyDescription(
        "PayloadPreview", PayloadPreview.self, "A payload as a gateway would get it, without any token.",
        .object([
            .required("gateway", .text, "Such as `apns`."),
            .required("payload", .object([], others: .anything), "What is sent."),
            .required("size", .integer(0...Int.max), "In bytes."),
            .required("limit", .integer(0...Int.max), "In bytes: what the gateway takes at most."),
            .required("findings", .list(of: .named("PayloadFinding")), "What its sender should know; errors first."),
        ]),
        examples: [samplePayload])

    static let payloadFinding = BodyDescription(
        "PayloadFinding", PayloadFinding.self, "Something about a payload that its sender should know.",
        .object([
            .required("rule", .choice(of: PayloadFinding.Rule.self), "Which rule it breaks."),
            .required("path", .text, "Where, such as `aps.badge`; empty for the payload as a whole."),
            .required("message", .text, "What is wrong and what to do about it."),
        ]),
        examples: [finding])

    private static let finding = PayloadFinding(
        .unknownCategory, at: "aps.category", "\"MINE\" is not registered: it has no buttons")

    private static let samplePayload = PayloadPreview(
        gateway: "apns", payload: ["aps": ["alert": ["title": "News", "body": "There is something new"]]], size: 68,
        limit: PayloadLimits.regular, findings: [finding])
}
