import BellhopCore
import BellhopModel

extension Resource {
    static let keys = Resource(
        "Keys", "API keys. The server stores only their hashes; a key is returned once, and can be revoked.",
        operations: [
            Operation(
                API.createKey, details: "Device keys are created by pairing only.", body: "KeyRequest",
                .json("CreatedKey", status: 201, "The key, which is not returned again."), reply: KeyHandlers.create),
            Operation(API.listKeys, .json("KeyPage", "All keys, without their secrets."), handle: KeyHandlers.list),
            Operation(API.getCurrentKey, .json("Key", "The stored data of the key."), handle: KeyHandlers.current),
            Operation(
                API.revokeKey, .noContent("The key was revoked; requests with it are rejected immediately."),
                handle: KeyHandlers.revoke),
        ],
        components: [request, record, page, created])

    private static let request = Component(
        "KeyRequest", KeyRequest.self, "A key to create.",
        .object([
            .required(
                "role", .choice([Role.agent, .admin].map(\.rawValue)).titled("KeyRequestRole"),
                "The role."),
            .required("label", .title, "The display name."),
            .optional("user_id", .name, "The user that the key acts for. Default: the caller's user."),
        ]),
        examples: [KeyRequest(role: .agent, label: "work laptop", userID: Sample.user)])

    private static let record = Component(
        "Key", KeyRecord.self, "The stored data of a key, without its secret.",
        .object([
            .required("id", .id, "The key's id."),
            .required("role", .choice(of: Role.self), "The role."),
            .required("user_id", .name, "The user that the key acts for."),
            .sometimes("device_id", .id, "The device that the key belongs to."),
            .required("label", .text, "The display name."),
            .required("created_at", .time, "The time of its creation."),
            .sometimes("revoked_at", .time, "The time of its revocation."),
        ]),
        examples: [agent, phone])

    private static let page = Component(
        "KeyPage", Page<KeyRecord>.self, "A list of keys.",
        .object([.required("items", .list(of: .named("Key")), "All keys.")]), unused: Component.pageNumbers,
        examples: [Page(items: [agent, phone])])

    private static let created = Component(
        "CreatedKey", CreatedKey.self, "A new key with its secret.",
        .object([
            .required("record", .named("Key"), "The stored data of the key."),
            .sometimes("key", .text, "The secret to send as a bearer token; omitted when the response is replayed."),
        ]),
        examples: [CreatedKey(record: agent, key: Sample.secret)])

    private static let agent = KeyRecord(
        id: Sample.key, role: .agent, userID: Sample.user, label: "work laptop", createdAt: Sample.time())
    private static let phone = KeyRecord(
        id: Sample.key, role: .device, userID: Sample.user, deviceID: Sample.device, label: "Ada's iPhone",
        createdAt: Sample.time(), revokedAt: Sample.time(3600))
}

private enum KeyHandlers {
    @Sendable static func create(_ call: Call) async throws -> Reply {
        let request: KeyRequest = try call.decode()
        let kept: @Sendable (CreatedKey) throws -> [UInt8] = { try CanonicalJSON.encode(["record": $0.record]) }
        return try await call.accepted(201, keeping: kept) { recorder in
            try await call.services.keys.create(request, by: call.key(), recorder: recorder)
        }
    }

    @Sendable static func list(_ call: Call) async throws -> Page<KeyRecord> {
        Page(items: try await call.services.keys.list())
    }

    @Sendable static func current(_ call: Call) async throws -> KeyRecord { try call.key() }

    @Sendable static func revoke(_ call: Call) async throws -> EmptyBody {
        try await call.services.keys.revoke(call.id())
        return EmptyBody()
    }
}
