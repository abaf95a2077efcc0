import BellhopCore
import BellhopModel

extension Chapter {
    static let devices = Chapter(
        "Devices", "Push registrations of users, and the codes that bring new ones in.",
        operations: [
            Operation(
                .registerDevice, id: "registerDevice",
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
                    .query("app", .visible(1...255), "The app's bundle identifier, where the body lacks `app`."),
                ],
                body: "DeviceRegistration", takesKey: true,
                errors: [.forbidden, .pairingCodeInvalid, .keyStorageNotAllowed],
                .json("RegisteredDevice", "Registered again, or by an admin."),
                .json("RegisteredDevice", status: 201, "Paired; `key` is shown this once.")),
            Operation(
                .importDevices, id: "importDevices",
                details: """
                    All or none. A paired device that has one of the tokens stays as it is. Each device names its `user_id` \
                    and `app`.
                    """,
                body: "DeviceImport", .json("ImportedDevices", "The number of devices registered.")),
            Operation(
                .listDevices, id: "listDevices",
                query: [.query("user", .name, "Whose, for an admin; the key's own user unless given.")],
                .json("DevicePage", "The user's devices.")),
            Operation(.getDevice, id: "getDevice", .json("Device", "The device.")),
            Operation(
                .updateDevice, id: "updateDevice",
                details: "The name stays when the device registers again under its own.", body: "DeviceUpdate",
                .json("Device", "Renamed.")),
            Operation(.removeDevice, id: "removeDevice", .noContent("Removed; its key is revoked.")),
            Operation(
                .createPairing, id: "createPairing", body: "PairingRequest", isBodyRequired: false,
                .json("Pairing", status: 201, "A code for one device, for ten minutes.")),
            Operation(
                .getPairing, id: "getPairing", details: "For an hour after the code has ended.",
                .json("PairingStatus", "Whether a device has used the code, and which.")),
        ],
        bodies: [
            registration, deviceImport, imported, device, inactivation, update, devicePage, registered, pairingRequest,
            pairing, pairingStatus, enrolment,
        ])

    private static let registration = BodyDescription(
        "DeviceRegistration", DeviceRegistration.self, "One app on one device, and how to reach it.",
        .object([
            .optional(
                "pairing_code", .text, "The first time: what `bellhop pair` showed. Any case, with or without the dash."
            ),
            .optional("user_id", .name, "The owner, with an admin's key only."),
            .optional("name", .title, "The name that people see. Required with a `pairing_code`."),
            .required("platform", .choice(of: Platform.self), "Where its notifications go."),
            .required("token", .visible(1...1024), "The gateway's address of the app; in hexadecimal for APNs."),
            .required(
                "environment", .choice(of: PushEnvironment.self), "Which of APNs' two worlds the token belongs to."),
            .optional(
                "app", .visible(1...255),
                "The app's bundle identifier. A device that registers again keeps its own unless given."),
            .optional("app_version", .identifier(DeviceRules.detailLength), "The app's version."),
            .optional(
                "locale", .identifier(DeviceRules.detailLength), "The person's language, such as `en-GB`."),
            .optional(
                "time_zone", .identifier(DeviceRules.detailLength),
                "The person's time zone: an IANA name, such as `Europe/Berlin`."),
            .optional(
                "public_key", .base64,
                "Base64 of the 65-byte uncompressed P-256 key. It cannot be changed later. Required with a `pairing_code`."
            ),
            .optional(
                "key_storage", .choice(of: KeyStorage.self),
                "Where the device keeps that key. `file` is refused unless the server simulates."),
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

    private static let deviceImport = BodyDescription(
        "DeviceImport", DeviceImport.self, "Tokens that another server has collected.",
        .object([
            .required(
                "devices", .list(of: .named("DeviceRegistration"), atMost: APILimits.imports),
                "At least one, each with `user_id` and `app`, without `pairing_code` and `public_key`.")
        ]),
        examples: [["devices": [sampleImport]] as JSONValue])

    private static let imported = BodyDescription(
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

    private static let device = BodyDescription(
        "Device", DeviceSummary.self, "A device, without its token.",
        .object([
            .required("id", .id, "What the device is called."),
            .required("user_id", .name, "Whose it is."),
            .required("name", .text, "What a person calls it."),
            .required("platform", .choice(of: Platform.self), "Where its notifications go."),
            .required(
                "environment", .choice(of: PushEnvironment.self), "Which of APNs' two worlds its token belongs to."),
            .required("app", .text, "The app's bundle identifier."),
            .sometimes("app_version", .text, "The app's version."),
            .sometimes("locale", .text, "The person's language."),
            .sometimes("time_zone", .text, "The person's time zone."),
            .required("state", .choice(of: Device.State.self), "Only `active` devices are sent to."),
            .required("registered_at", .time, "When its token was last registered."),
            .sometimes("last_seen_at", .time, "When it last called the API, to the hour."),
            .sometimes("inactivation", .named("DeviceInactivation"), "Why it is not active."),
            .sometimes("public_key", .base64, "Base64 of its public signing key; a device without one never answers."),
            .sometimes("key_storage", .choice(of: KeyStorage.self), "Where the device says it keeps that key."),
            .required(
                "trust", .choice(of: Device.Trust.self),
                "Whether its answers count, or it waits for a trusted device to confirm it."),
            .sometimes(
                "enrolment", .named("DeviceEnrolment"),
                "The signed consent by which it is trusted; a user's first device has none."),
        ]),
        examples: [sample])

    private static let inactivation = BodyDescription(
        "DeviceInactivation", DeviceInactivation.self, "Since when a device is not active, and why.",
        .object([
            .required("at", .time, "Since when."),
            .required(
                "cause", .choice(of: DeviceInactivation.Cause.self),
                "The gateway refused its token, somebody removed it, or another device registered its token."),
            .sometimes("reason", .text, "The gateway's word for it."),
        ]),
        examples: [DeviceInactivation(at: Sample.time(), cause: .gateway, reason: "Unregistered")])

    private static let enrolment = BodyDescription(
        "DeviceEnrolment", DeviceEnrolment.self,
        "A trusted device's approval of an ask whose input is the enrolment statement of docs/protocol.md.",
        .object([
            .required("ask_id", .id, "The ask."),
            .required("deadline", .time, "Its deadline, which is signed too."),
            .required("answer", .named("SignedAnswer"), "The approval, signed by the trusted device."),
        ]),
        examples: [sample["enrolment"]])

    private static let update = BodyDescription(
        "DeviceUpdate", DeviceUpdate.self, "What to change about a device.",
        .object([.required("name", .title, "What it is called from now on.")]),
        examples: [DeviceUpdate(name: "Work phone")])

    private static let devicePage = BodyDescription(
        "DevicePage", Page<DeviceSummary>.self, "A list of devices.",
        .object([.required("items", .list(of: .named("Device")), "All of them.")]), unused: BodyDescription.pageNumbers,
        examples: [["items": [sample]] as JSONValue])

    private static let registered = BodyDescription(
        "RegisteredDevice", RegisteredDevice.self, "The device, and its key when it was just paired.",
        .object([
            .required("device", .named("Device"), "The device."),
            .sometimes("key", .text, "Shown this once."),
        ]),
        examples: [["device": sample, "key": .string(Sample.secret.reveal())] as JSONValue])

    private static let pairingRequest = BodyDescription(
        "PairingRequest", PairingRequest.self, "Whom the new device will belong to.",
        .object([.optional("user_id", .name, "The key's own user unless given.")]),
        examples: [PairingRequest(userID: Sample.user)])

    private static let pairing = BodyDescription(
        "Pairing", Pairing.self, "A pairing code.",
        .object([
            .required("id", .id, "To ask for its status by."),
            .sometimes("code", .text, "For one device. Left out of a repeated response."),
            .required("expires_at", .time, "Until when."),
        ]),
        examples: [Pairing(id: Sample.pairing, code: "7K3M-9QXT", expiresAt: Sample.time(600))])

    private static let pairingStatus = BodyDescription(
        "PairingStatus", PairingStatus.self, "What became of a pairing code.",
        .object([
            .required("id", .id, "The pairing."),
            .required("user_id", .name, "Whom the device belongs to."),
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
