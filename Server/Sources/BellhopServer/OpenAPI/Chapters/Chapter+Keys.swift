import BellhopModel

extension Chapter {
    static let keys = Chapter(
        "Keys", "What callers prove themselves with. Stored as hashes, shown once, revocable.",
        operations: [
            Operation(
                .createKey, id: "createKey", details: "Device keys are made by pairing only.", body: "KeyRequest",
                .json("CreatedKey", status: 201, "The key, this once.")),
            Operation(.listKeys, id: "listKeys", .json("KeyPage", "All keys, without their secrets.")),
            Operation(.revokeKey, id: "revokeKey", .noContent("Refused from the next request on.")),
        ],
        bodies: [request, record, page, created])

    private static let request = BodyDescription(
        "KeyRequest", KeyRequest.self, "A key to make.",
        .object([
            .required(
                "role", .choice([Role.agent, .admin].map(\.rawValue)).titled("KeyRequestRole"),
                "What the key may do."),
            .required("label", .title, "What a person calls it."),
            .optional("user_id", .name, "Whom it acts for; the caller's own user unless given."),
        ]),
        examples: [KeyRequest(role: .agent, label: "work laptop", userID: Sample.user)])

    private static let record = BodyDescription(
        "Key", KeyRecord.self, "What the server keeps of a key.",
        .object([
            .required("id", .id, "What the key is called."),
            .required("role", .choice(of: Role.self), "What it may do."),
            .required("user_id", .name, "Whom it acts for."),
            .sometimes("device_id", .id, "The device that it was made for."),
            .required("label", .text, "What a person calls it."),
            .required("created_at", .time, "When it was made."),
            .sometimes("revoked_at", .time, "Since when it is refused."),
        ]),
        examples: [agent, phone])

    private static let page = BodyDescription(
        "KeyPage", Page<KeyRecord>.self, "A list of keys.",
        .object([.required("items", .list(of: .named("Key")), "All of them.")]), unused: BodyDescription.pageNumbers,
        examples: [Page(items: [agent, phone])])

    private static let created = BodyDescription(
        "CreatedKey", CreatedKey.self, "A key just made.",
        .object([
            .required("record", .named("Key"), "What the server keeps of it."),
            .sometimes("key", .text, "The key itself. Left out of a repeated response."),
        ]),
        examples: [CreatedKey(record: agent, key: Sample.secret)])

    private static let agent = KeyRecord(
        id: Sample.key, role: .agent, userID: Sample.user, label: "work laptop", createdAt: Sample.time())
    private static let phone = KeyRecord(
        id: Sample.key, role: .device, userID: Sample.user, deviceID: Sample.device, label: "Ada's iPhone",
        createdAt: Sample.time(), revokedAt: Sample.time(3600))
}
