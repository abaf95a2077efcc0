import BellhopCore
import BellhopModel
import HTTPTypes

extension Resource {
    static let devices = Resource(
        "Devices", "Push registrations of users, and pairing codes for new devices.",
        operations: [
            Operation(
                API.registerDevice,
                details: """
                    The first registration needs a `pairing_code` and no key; later ones need the device's key. Pairing \
                    with a known token takes over its device and revokes the device's previous keys. A removed device must \
                    be paired again. A user's first device is trusted. Further devices are `waiting` until a trusted \
                    device approves the ask that the server creates for them; until then they can only read and remove \
                    themselves, and other routes return 403 `device_not_trusted`. An admin's key registers a device \
                    without a code; that device receives notifications, but no asks, and cannot answer. A page of the \
                    console gets no `key`: its login is bound to the device, or a new login begins.
                    """,
                query: [
                    .query("user", .name, "The owner if the body has no `user_id`; requires an admin's key."),
                    .query("app", .ascii(1...255), "The app's bundle identifier if the body has no `app`."),
                ], body: "DeviceRegistration", takesKey: true,
                .json("RegisteredDevice", "The registration was updated, or created by an admin."),
                .json("RegisteredDevice", status: 201, "The device was paired; `key` is returned only once."),
                reply: DeviceHandlers.register),
            Operation(
                API.importDevices,
                details: """
                    Atomic: all devices are registered or none. A paired device with one of the tokens is not changed. \
                    Each device needs `user_id` and `app`.
                    """, body: "DeviceImport", .json("ImportedDevices", "The outcome of the import."),
                handle: DeviceHandlers.importDevices),
            Operation(
                API.listDevices,
                query: [.query("user", .name, "The user; requires an admin's key. Default: the key's user.")],
                .json("DevicePage", "The user's devices."), handle: DeviceHandlers.list),
            Operation(API.getDevice, .json("Device", "The device."), handle: DeviceHandlers.get),
            Operation(
                API.updateDevice, details: "The new name is kept when the device registers again.",
                body: "DeviceUpdate", .json("Device", "The renamed device."), handle: DeviceHandlers.update),
            Operation(
                API.removeDevice, .noContent("The device was removed and its key revoked."),
                handle: DeviceHandlers.remove),
            Operation(
                API.createPairing, body: "PairingRequest", isBodyRequired: false,
                .json("Pairing", status: 201, "A pairing code for one device, valid for ten minutes."),
                reply: DeviceHandlers.createPairing),
            Operation(
                API.getPairing, details: "The status is kept for one hour after the code expires.",
                .json("PairingStatus", "The status, with the device that used the code, if any."),
                handle: DeviceHandlers.getPairing),
            Operation(
                API.webPush,
                details: """
                    The key is public. A page subscribes with it (`pushManager.subscribe`), and registers the subscription \
                    as the `token` of a device with the platform `web`. Returns 404 if Web Push is not available on the server.
                    """, .json("WebPushParameters", "The parameters of a subscription."),
                handle: DeviceHandlers.webPush),
        ],
        components: [
            registration, deviceImport, imported, device, inactivation, update, devicePage, registered, pairingRequest,
            pairing, pairingStatus, enrolment, webPush,
        ])

    private static let webPush = Component(
        "WebPushParameters", WebPushParameters.self, "The parameters with which a page subscribes to pushes.",
        .object([
            .required(
                "application_server_key", .base64,
                "The server's public VAPID key, in URL-safe Base64. Subscribe again when it changes.")
        ]),
        examples: [WebPushParameters(applicationServerKey: Sample.applicationServerKey)])

    private static let registration = Component(
        "DeviceRegistration", DeviceRegistration.self, "The push registration of one app on one device.",
        .object([
            .optional(
                "pairing_code", .text,
                "The code from `bellhop pair`, for the first registration. Case-insensitive; the dash is optional."
            ),
            .optional("user_id", .name, "The owner; requires an admin's key."),
            .optional("name", .title, "The display name. Required with a `pairing_code`."),
            .required("platform", .choice(of: Platform.self), "The platform, which selects the gateway."),
            .optional(
                "token", .ascii(1...1024),
                """
                The push token: in hexadecimal for APNs; for `web` the JSON of a `PushSubscription`, with `origin` added. \
                Only a browser may register without one: it receives no pushes, and answers asks in an open page.
                """),
            .required(
                "environment", .choice(of: PushEnvironment.self).accepting("development"),
                "The APNs environment of the token."),
            .optional(
                "app", .ascii(1...255),
                "The app's bundle identifier. Default on later registrations: unchanged."),
            .optional("app_version", .identifier(1...128), "The app's version."),
            .optional(
                "locale", .identifier(1...128), "The language of the device, such as `en-GB`."),
            .optional(
                "time_zone", .identifier(1...128),
                "The IANA time zone, such as `Europe/Berlin`."),
            .optional(
                "public_key", .base64,
                "Base64 of the 65-byte uncompressed P-256 key. Cannot be changed later. Required with a `pairing_code`."
            ),
            .optional(
                "key_storage", .choice(of: KeyStorage.self),
                "The storage of the signing key. `file` is rejected unless the server simulates."),
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
        "DeviceImport", DeviceImport.self, "Device tokens from another server.",
        .object([
            .required(
                "devices", .list(of: .named("DeviceRegistration"), atMost: APILimits.imports),
                "The devices, at least one, each with `user_id` and `app` and without `pairing_code` and `public_key`.")
        ]),
        examples: [["devices": [sampleImport]] as JSONValue])

    private static let imported = Component(
        "ImportedDevices", ImportedDevices.self, "The outcome of an import.",
        .object([
            .required("registered", .integer(0...Int.max), "The number of devices that are registered, now or before."),
            .required(
                "skipped", .list(of: .integer(0...Int.max)),
                "The zero-based positions in `devices` whose token belongs to a paired device of another user."),
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
            .required("name", .text, "The display name."),
            .required("platform", .choice(of: Platform.self), "The platform, which selects the gateway."),
            .required(
                "environment", .choice(of: PushEnvironment.self), "The APNs environment of its token."),
            .required("app", .text, "The app's bundle identifier."),
            .sometimes("app_version", .text, "The app's version."),
            .sometimes("locale", .text, "The language of the device."),
            .sometimes("time_zone", .text, "The IANA time zone."),
            .required("state", .choice(of: Device.State.self), "The state; only `active` devices receive pushes."),
            .required("registered_at", .time, "The time when its token was last registered."),
            .sometimes("last_seen_at", .time, "The time of its last API call, to the hour."),
            .sometimes("inactivation", .named("DeviceInactivation"), "The reason why the device is not active."),
            .sometimes("public_key", .base64, "Base64 of the public signing key; a device without one cannot answer."),
            .sometimes(
                "key_storage", .choice(of: KeyStorage.self),
                "The storage of the signing key, as reported by the device."),
            .required(
                "trust", .choice(of: Device.Trust.self),
                "`trusted` if the device may answer; `waiting` until a trusted device confirms it."),
            .sometimes(
                "enrolment", .named("DeviceEnrolment"),
                "The signed approval by a trusted device; absent on a user's first device."),
        ]),
        examples: [sample])

    private static let inactivation = Component(
        "DeviceInactivation", DeviceInactivation.self, "The time and the reason of a device's deactivation.",
        .object([
            .required("at", .time, "The time of the deactivation."),
            .required(
                "cause", .choice(of: DeviceInactivation.Cause.self),
                "The gateway rejected the token, a user removed the device, or another device registered its token."
            ),
            .sometimes("reason", .text, "The gateway's error, such as `Unregistered`."),
        ]),
        examples: [DeviceInactivation(at: Sample.time(), cause: .gateway, reason: "Unregistered")])

    private static let enrolment = Component(
        "DeviceEnrolment", DeviceEnrolment.self,
        "A trusted device's approval of an ask whose input is the enrolment statement in docs/protocol.md.",
        .object([
            .required("ask_id", .id, "The ask."),
            .required("deadline", .time, "The ask's deadline, which the signature covers."),
            .required("answer", .named("SignedAnswer"), "The approval, signed by the trusted device."),
        ]),
        examples: [sample["enrolment"]])

    private static let update = Component(
        "DeviceUpdate", DeviceUpdate.self, "The changes of a device.",
        .object([.required("name", .title, "The new name.")]),
        examples: [DeviceUpdate(name: "Work phone")])

    private static let devicePage = Component(
        "DevicePage", Page<DeviceSummary>.self, "A list of devices.",
        .object([.required("items", .list(of: .named("Device")), "All devices of the user.")]),
        unused: Component.pageNumbers,
        examples: [["items": [sample]] as JSONValue])

    private static let registered = Component(
        "RegisteredDevice", RegisteredDevice.self, "The device, with its key when it was just paired.",
        .object([
            .required("device", .named("Device"), "The device."),
            .sometimes("key", .text, "The device's API key, returned only once."),
        ]),
        examples: [["device": sample, "key": .string(Sample.secret.reveal())] as JSONValue])

    private static let pairingRequest = Component(
        "PairingRequest", PairingRequest.self, "The owner of the new device.",
        .object([.optional("user_id", .name, "The owner. Default: the key's user.")]),
        examples: [PairingRequest(userID: Sample.user)])

    private static let pairing = Component(
        "Pairing", Pairing.self, "A pairing code.",
        .object([
            .required("id", .id, "The pairing's id, to get its status."),
            .sometimes("code", .text, "The code, valid for one device; omitted when the response is replayed."),
            .required("expires_at", .time, "The time at which the code expires."),
        ]),
        examples: [Pairing(id: Sample.pairing, code: "7K3M-9QXT", expiresAt: Sample.time(600))])

    private static let pairingStatus = Component(
        "PairingStatus", PairingStatus.self, "The state of a pairing code.",
        .object([
            .required("id", .id, "The pairing's id."),
            .required("user_id", .name, "The owner of the device."),
            .required("expires_at", .time, "The time at which the code expires."),
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
    @Sendable static func webPush(_ call: Call) async throws -> WebPushParameters {
        guard let key = call.services.applicationServerKey else {
            throw APIError(.notFound, "Web Push is not available on this server.")
        }
        return WebPushParameters(applicationServerKey: key)
    }

    @Sendable static func register(_ call: Call) async throws -> Reply {
        var registration: DeviceRegistration = try call.decode()
        registration.userID = try call.query("user", instead: registration.userID, of: "user_id")
        registration.app = try call.query("app", instead: registration.app, of: "app")
        var registered = try await call.services.pairings.register(registration, by: call.caller)
        let isPaired = registered.key != nil
        var cookie: Secret?
        if isPaired, call.credentials.isFromOwnPage {
            // The page needs no key, because its login has the rights of the device's key.
            registered.key = nil
            cookie = try await logIn(as: registered.device, call)
        }
        var reply = try Reply.json(registered, status: isPaired ? 201 : 200)
        reply.bodyToKeep = try CanonicalJSON.encode(RegisteredDevice(device: registered.device))
        if let cookie { reply.fields[.setCookie] = call.consoleCookie(cookie) }
        return reply
    }

    /// - Returns: the cookie of a new login; `nil` when the caller's login was bound to the device.
    private static func logIn(as device: DeviceSummary, _ call: Call) async throws -> Secret? {
        if let session = call.session, session.userID == device.userID {
            try await call.services.console.bind(session, to: device)
            return nil
        }
        return try await call.services.console.logIn(as: device, browser: call.browserName)
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
        "Users", "All users with a current or former key or device.",
        operations: [
            Operation(
                API.listUsers,
                query: [.query("after", .name, "The cursor: the name of the last item of the previous page."), .limit],
                .json("UserPage", "The users, ordered by name."), handle: DeviceHandlers.users)
        ],
        components: [user, userPage])

    private static let userSample = UserSummary(
        userID: Sample.user, devices: 3, activeDevices: 2, notifications: 312, unread: 4, lastSeenAt: Sample.time())

    private static let user = Component(
        "UserSummary", UserSummary.self, "A summary of a user.",
        .object([
            .required("user_id", .name, "The user."),
            .required("devices", .integer(0...Int.max), "The number of devices, including inactive ones."),
            .required("active_devices", .integer(0...Int.max), "The number of active devices."),
            .required("notifications", .integer(0...Int.max), "The number of notifications in the history."),
            .required(
                "unread", .integer(0...Int.max),
                "The badge: the number of unread notifications that are neither expired nor snoozed."),
            .sometimes("last_seen_at", .time, "The time of the latest API call of any device, to the hour."),
        ]),
        examples: [userSample])

    private static let userPage = Component.page("UserPage", of: user, userSample)
}
