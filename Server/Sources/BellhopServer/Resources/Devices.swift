import BellhopCore
import BellhopModel

extension Resource {
    static let devices = Resource(
        "Devices", "Push registrations of users, and the codes that bring new ones in.",
        operations: [
            Operation(
                API.registerDevice,
                details: """
                    With a `pairing_code` and without a key the first time; with the device's key later. Pairing again \
                    with a known token takes that device over and revokes its former keys. A device that was removed has \
                    to be paired again. A user's first device is trusted. A further one is `waiting` until a trusted \
                    device approves the ask that the server makes about it; until then every other route but reading \
                    and removing itself answers 403 `device_not_trusted`. With an admin's key, without a code: a device \
                    that is sent notifications and never answers; asks are not sent to it.
                    """,
                query: [
                    .query("user", .name, "With an admin's key: the owner, where the body lacks `user_id`."),
                    .query("app", .ascii(1...255), "The app's bundle identifier, where the body lacks `app`."),
                ], body: "DeviceRegistration", takesKey: true,
                .json("RegisteredDevice", "Registered again, or by an admin."),
                .json("RegisteredDevice", status: 201, "Paired; `key` is shown this once."),
                reply: DeviceHandlers.register),
            Operation(
                API.importDevices,
                details: """
                    All or none. A paired device that has one of the tokens stays as it is. Each device names its `user_id` \
                    and `app`.
                    """, body: "DeviceImport", .json("ImportedDevices", "The number of devices registered."),
                handle: DeviceHandlers.importDevices),
            Operation(
                API.listDevices,
                query: [.query("user", .name, "The user, for an admin; the key's own unless given.")],
                .json("DevicePage", "The user's devices."), handle: DeviceHandlers.list),
            Operation(API.getDevice, .json("Device", "The device."), handle: DeviceHandlers.get),
            Operation(
                API.updateDevice, details: "The name stays when the device registers again under its own.",
                body: "DeviceUpdate", .json("Device", "Renamed."), handle: DeviceHandlers.update),
            Operation(API.removeDevice, .noContent("Removed; its key is revoked."), handle: DeviceHandlers.remove),
            Operation(
                API.createPairing, body: "PairingRequest", isBodyRequired: false,
                .json("Pairing", status: 201, "A code for one device, for ten minutes."),
                reply: DeviceHandlers.createPairing),
            Operation(
                API.getPairing, details: "For an hour after the code has ended.",
                .json("PairingStatus", "The device that has used the code, if any."),
                handle: DeviceHandlers.getPairing),
        ],
        components: [
            registration, deviceImport, imported, device, inactivation, update, devicePage, registered, pairingRequest,
            pairing, pairingStatus, enrolment,
        ])

    private static let registration = Component(
        "DeviceRegistration", DeviceRegistration.self, "One app on one device, and how to reach it.",
        .object([
            .optional(
                "pairing_code", .text, "The first time: what `bellhop pair` showed. Any case, with or without the dash."
            ),
            .optional("user_id", .name, "The owner, with an admin's key only."),
            .optional("name", .title, "The name that people see. Required with a `pairing_code`."),
            .required("platform", .choice(of: Platform.self), "The platform, which selects the gateway."),
            .required("token", .ascii(1...1024), "The gateway's address of the app; in hexadecimal for APNs."),
            .required(
                "environment", .choice(of: PushEnvironment.self).accepting("development"),
                "The APNs environment of the token."),
            .optional(
                "app", .ascii(1...255),
                "The app's bundle identifier. A device that registers again keeps its own unless given."),
            .optional("app_version", .identifier(1...128), "The app's version."),
            .optional(
                "locale", .identifier(1...128), "The person's language, such as `en-GB`."),
            .optional(
                "time_zone", .identifier(1...128),
                "The person's time zone: an IANA name, such as `Europe/Berlin`."),
            .optional(
                "public_key", .base64,
                "Base64 of the 65-byte uncompressed P-256 key. It cannot be changed later. Required with a `pairing_code`."
            ),
            .optional(
                "key_storage", .choice(of: KeyStorage.self),
                "The storage of the device's key. `file` is refused unless the server simulates."),
        ]),
        examples: [
            [
                "pairing_code": "7K3M-9QXT", "name": "Ada's iPhone", "platform": "ios", "token": "8f3c2a1b5d6e7f80",
                "environment": "production", "app": "com.example.app", "app_version": "1.0", "locale": "en-GB",
                "time_zone": "Europe/London", "public_key": .string(Sample.publicKey),
                "key_storage": "secure_enclave",
            ] as JSONValue,
            sampleImport,
        ])

    private static let sampleImport: JSONValue = [
        "user_id": "ada", "platform": "ios", "token": "8f3c2a1b5d6e7f80", "environment": "production",
        "app": "com.example.app", "app_version": "1.0",
    ]

    private static let deviceImport = Component(
        "DeviceImport", DeviceImport.self, "Tokens that another server has collected.",
        .object([
            .required(
                "devices", .list(of: .named("DeviceRegistration"), atMost: APILimits.imports),
                "At least one, each with `user_id` and `app`, without `pairing_code` and `public_key`.")
        ]),
        examples: [["devices": [sampleImport]] as JSONValue])

    private static let imported = Component(
        "ImportedDevices", ImportedDevices.self, "The outcome of an import.",
        .object([
            .required("registered", .integer(0...Int.max), "Registered now or before."),
            .required(
                "skipped", .list(of: .integer(0...Int.max)),
                "Positions in `devices` whose token belongs to a paired device of another user."),
        ]),
        examples: [ImportedDevices(registered: 1, skipped: [])])

    private static let sample: JSONValue = [
        "id": .string(Sample.device.description), "user_id": "ada", "name": "Ada's iPhone", "platform": "ios",
        "environment": "production", "app": "com.example.app", "app_version": "1.0", "locale": "en-GB",
        "time_zone": "Europe/London", "state": "inactive", "registered_at": .string(Sample.time().description),
        "last_seen_at": .string(Sample.time(3600).description),
        "inactivation": ["at": .string(Sample.time(7200).description), "cause": "gateway", "reason": "Unregistered"],
        "public_key": .string(Sample.publicKey), "key_storage": "secure_enclave", "trust": "trusted",
        "enrolment": [
            "ask_id": .string(Sample.ask.description), "deadline": .string(Sample.time(86_400).description),
            "answer": [
                "answer": ["decision": "approve"], "device_id": .string(Sample.device.description),
                "device_name": "Ada's iPhone", "signature": .string(Sample.signature),
            ],
        ],
    ]

    private static let device = Component(
        "Device", DeviceSummary.self, "A device, without its token.",
        .object([
            .required("id", .id, "The device's id."),
            .required("user_id", .name, "The owner."),
            .required("name", .text, "The name that people see."),
            .required("platform", .choice(of: Platform.self), "The platform, which selects the gateway."),
            .required(
                "environment", .choice(of: PushEnvironment.self), "The APNs environment of its token."),
            .required("app", .text, "The app's bundle identifier."),
            .sometimes("app_version", .text, "The app's version."),
            .sometimes("locale", .text, "The person's language."),
            .sometimes("time_zone", .text, "The person's time zone."),
            .required("state", .choice(of: Device.State.self), "Only `active` devices are sent to."),
            .required("registered_at", .time, "The time when its token was last registered."),
            .sometimes("last_seen_at", .time, "The time of its last API call, to the hour."),
            .sometimes("inactivation", .named("DeviceInactivation"), "Why it is not active."),
            .sometimes("public_key", .base64, "Base64 of its public signing key; a device without one never answers."),
            .sometimes(
                "key_storage", .choice(of: KeyStorage.self), "The storage of that key, as the device reports it."),
            .required(
                "trust", .choice(of: Device.Trust.self),
                "`trusted` when its answers count; `waiting` until a trusted device confirms it."),
            .sometimes(
                "enrolment", .named("DeviceEnrolment"),
                "The signed consent by which it is trusted; a user's first device has none."),
        ]),
        examples: [sample])

    private static let inactivation = Component(
        "DeviceInactivation", DeviceInactivation.self, "Since when a device is not active, and why.",
        .object([
            .required("at", .time, "Since when."),
            .required(
                "cause", .choice(of: DeviceInactivation.Cause.self),
                "The gateway refused its token, a user removed it, or another device registered its token."),
            .sometimes("reason", .text, "The gateway's word for it."),
        ]),
        examples: [DeviceInactivation(at: Sample.time(), cause: .gateway, reason: "Unregistered")])

    private static let enrolment = Component(
        "DeviceEnrolment", DeviceEnrolment.self,
        "A trusted device's approval of an ask whose input is the enrolment statement of docs/protocol.md.",
        .object([
            .required("ask_id", .id, "The ask."),
            .required("deadline", .time, "Its deadline, which is signed too."),
            .required("answer", .named("SignedAnswer"), "The approval, signed by the trusted device."),
        ]),
        examples: [sample["enrolment"]])

    private static let update = Component(
        "DeviceUpdate", DeviceUpdate.self, "The changes of a device.",
        .object([.required("name", .title, "The new name.")]),
        examples: [DeviceUpdate(name: "Work phone")])

    private static let devicePage = Component(
        "DevicePage", Page<DeviceSummary>.self, "A list of devices.",
        .object([.required("items", .list(of: .named("Device")), "All of them.")]), unused: Component.pageNumbers,
        examples: [["items": [sample]] as JSONValue])

    private static let registered = Component(
        "RegisteredDevice", RegisteredDevice.self, "The device, and its key when it was just paired.",
        .object([
            .required("device", .named("Device"), "The device."),
            .sometimes("key", .text, "Shown this once."),
        ]),
        examples: [["device": sample, "key": .string(Sample.secret.reveal())] as JSONValue])

    private static let pairingRequest = Component(
        "PairingRequest", PairingRequest.self, "The owner of the new device.",
        .object([.optional("user_id", .name, "The key's own user unless given.")]),
        examples: [PairingRequest(userID: Sample.user)])

    private static let pairing = Component(
        "Pairing", Pairing.self, "A pairing code.",
        .object([
            .required("id", .id, "To ask for its status by."),
            .sometimes("code", .text, "For one device. Left out of a repeated response."),
            .required("expires_at", .time, "Until when."),
        ]),
        examples: [Pairing(id: Sample.pairing, code: "7K3M-9QXT", expiresAt: Sample.time(600))])

    private static let pairingStatus = Component(
        "PairingStatus", PairingStatus.self, "The state of a pairing code.",
        .object([
            .required("id", .id, "The pairing."),
            .required("user_id", .name, "The owner of the device."),
            .required("expires_at", .time, "Until when the code is good."),
            .sometimes("device", .named("Device"), "The device that used the code."),
        ]),
        examples: [
            [
                "id": .string(Sample.pairing.description), "user_id": "ada",
                "expires_at": .string(Sample.time(600).description), "device": sample,
            ] as JSONValue
        ])
}

private enum DeviceHandlers {
    @Sendable static func register(_ call: Call) async throws -> Reply {
        var registration: DeviceRegistration = try call.decode()
        registration.userID = try call.query("user", instead: registration.userID, of: "user_id")
        registration.app = try call.query("app", instead: registration.app, of: "app")
        let registered = try await call.services.pairings.register(registration, by: call.caller)
        var reply = try Reply.json(registered, status: registered.key == nil ? 200 : 201)
        reply.bodyToKeep = try CanonicalJSON.encode(RegisteredDevice(device: registered.device))
        return reply
    }

    @Sendable static func importDevices(_ devices: DeviceImport, _ call: Call) async throws -> ImportedDevices {
        try await call.services.pairings.importDevices(devices)
    }

    @Sendable static func list(_ call: Call) async throws -> Page<DeviceSummary> {
        Page(items: try await call.services.devices.devices(of: call.query("user"), for: call.key()))
    }

    @Sendable static func get(_ call: Call) async throws -> DeviceSummary {
        try await call.services.devices.device(call.id(), for: call.key())
    }

    @Sendable static func update(_ update: DeviceUpdate, _ call: Call) async throws -> DeviceSummary {
        try await call.services.devices.update(call.id(), update, by: call.key())
    }

    @Sendable static func users(_ call: Call) async throws -> Page<UserSummary> {
        Page(items: try await call.services.devices.users(after: call.query("after"), limit: call.limit()))
    }

    @Sendable static func remove(_ call: Call) async throws -> EmptyBody {
        try await call.services.devices.remove(call.id(), by: call.key())
        return EmptyBody()
    }

    @Sendable static func getPairing(_ call: Call) async throws -> PairingStatus {
        try await call.services.pairings.status(of: call.id(), for: call.key())
    }

    @Sendable static func createPairing(_ call: Call) async throws -> Reply {
        let request = call.body.isEmpty ? PairingRequest() : try call.decode()
        return try await call.accepted(201, keeping: withoutCode) { recorder in
            try await call.services.pairings.createPairing(request, by: call.key(), recorder: recorder)
        }
    }

    @Sendable private static func withoutCode(_ pairing: Pairing) throws -> [UInt8] {
        try CanonicalJSON.encode([
            "id": JSONValue.string(pairing.id.description), "expires_at": .string(pairing.expiresAt.description),
        ])
    }
}

extension Resource {
    static let users = Resource(
        "Users", "All users who have, or had, a key or a device.",
        operations: [
            Operation(
                API.listUsers,
                query: [.query("after", .name, "Go on after this one, the last of the page before."), .limit],
                .json("UserPage", "Users by name."), handle: DeviceHandlers.users)
        ],
        components: [user, userPage])

    private static let userSample = UserSummary(
        userID: Sample.user, devices: 3, activeDevices: 2, notifications: 312, unread: 4, lastSeenAt: Sample.time())

    private static let user = Component(
        "UserSummary", UserSummary.self, "A user, in numbers.",
        .object([
            .required("user_id", .name, "The user."),
            .required("devices", .integer(0...Int.max), "The number of devices, inactive ones included."),
            .required("active_devices", .integer(0...Int.max), "The number of active devices."),
            .required("notifications", .integer(0...Int.max), "The number of notifications in the history."),
            .required(
                "unread", .integer(0...Int.max), "The number of unread notifications that are still of use: the badge."),
            .sometimes("last_seen_at", .time, "The time when one of the devices last called the API, to the hour."),
        ]),
        examples: [userSample])

    private static let userPage = Component.page("UserPage", of: user, userSample)
}
