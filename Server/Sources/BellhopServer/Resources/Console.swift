import BellhopCore
import BellhopModel
import HTTPTypes
import HummingbirdCore

extension Resource {
    static let console = Resource(
        "Console",
        """
        Logins of browsers to the web console. A login is a cookie with the rights of an admin's or a device's key. \
        Requests with a cookie that change something must come from a page of this server.
        """,
        operations: [
            Operation(
                API.createConsoleLink,
                details: "Open `/#login=CODE` within ten minutes. The user is notified when the link is used.",
                body: "ConsoleLinkRequest", isBodyRequired: false,
                .json("ConsoleLink", status: 201, "The link's code, which works once."),
                reply: ConsoleHandlers.createLink),
            Operation(
                API.logIn, body: "ConsoleLoginRequest",
                Success(
                    status: 200, note: "The browser is logged in.", content: .json(.named("ConsoleSession")),
                    fields: [("Set-Cookie", "The login, for pages of this server only.")]),
                reply: ConsoleHandlers.logIn),
            Operation(
                API.listConsoleSessions, .json("ConsoleSessionPage", "The user's logins."), handle: ConsoleHandlers.list
            ),
            Operation(
                API.endConsoleSession, pathID: .text, .noContent("The browser is logged out."),
                reply: ConsoleHandlers.end),
            Operation(
                API.bindConsoleDevice,
                details: """
                    For a browser that was paired before and logs in again. The signature covers three lines: \
                    `bellhop-console/1`, `session ID` and `device ID`.
                    """, body: "ConsoleDeviceBinding",
                .noContent("The login was bound to the device."), handle: ConsoleHandlers.bind),
        ],
        components: [
            linkRequest, link, loginRequest, session, Component.page("ConsoleSessionPage", of: session, sample),
            binding,
        ])

    private static let role = Schema.choice([Role.admin, .device].map(\.rawValue)).titled("ConsoleRole")

    private static let linkRequest = Component(
        "ConsoleLinkRequest", ConsoleLinkRequest.self, "A link to create.",
        .object([
            .optional("user_id", .name, "The user who logs in. Default: the caller's user."),
            .optional(
                "role", role,
                "`admin` manages the server; `device` may only read and answer as the user's devices do. Default: `admin`."
            ),
        ]),
        examples: [ConsoleLinkRequest(userID: Sample.user, role: .device)])

    private static let link = Component(
        "ConsoleLink", ConsoleLink.self, "The code of a login link.",
        .object([
            .sometimes("code", .text, "The code, which works once; omitted when the response is replayed."),
            .required("expires_at", .time, "The time when the code expires."),
        ]),
        examples: [ConsoleLink(code: Sample.consoleCode, expiresAt: Sample.time(600))])

    private static let loginRequest = Component(
        "ConsoleLoginRequest", ConsoleLoginRequest.self, "The code of a link.",
        .object([.required("code", .ascii(1...255), "The code.")]),
        examples: [ConsoleLoginRequest(code: Sample.consoleCode)])

    private static let session = Component(
        "ConsoleSession", ConsoleSession.self, "A login of a browser.",
        .object([
            .required("id", .id, "The login's id."),
            .required("user_id", .name, "The user."),
            .required("role", role, "The rights."),
            .sometimes("device_id", .id, "The device whose key the browser holds."),
            .required("name", .text, "The browser, such as `Firefox on Linux`."),
            .required("created_at", .time, "The time of the login."),
            .required(
                "last_seen_at", .time,
                "The time of the latest request, with a precision of one hour. The login ends 30 days later."),
            .required("is_current", .boolean, "`true` for the login of this request."),
        ]),
        examples: [sample])

    private static let binding = Component(
        "ConsoleDeviceBinding", ConsoleDeviceBinding.self, "A proof that the browser holds a device's key.",
        .object([
            .required("device_id", .id, "The device."),
            .required("signature", .base64, "The P-256 signature (R‖S, 64 bytes) in Base64."),
        ]),
        examples: [ConsoleDeviceBinding(deviceID: Sample.device, signature: Sample.signature)])

    private static let sample = ConsoleSession(
        id: Sample.key, userID: Sample.user, role: .admin, deviceID: Sample.device, name: "Firefox on Linux",
        createdAt: Sample.time(), lastSeenAt: Sample.time(3600), isCurrent: true)
}

private enum ConsoleHandlers {
    @Sendable static func createLink(_ call: Call) async throws -> Reply {
        let request = call.body.isEmpty ? ConsoleLinkRequest() : try call.decode()
        let kept: @Sendable (ConsoleLink) throws -> [UInt8] = { try CanonicalJSON.encode(["expires_at": $0.expiresAt]) }
        return try await call.accepted(201, keeping: kept) { recorder in
            try await call.services.console.createLink(request, by: call.key(), recorder: recorder)
        }
    }

    @Sendable static func logIn(_ call: Call) async throws -> Reply {
        let request: ConsoleLoginRequest = try call.decode()
        var (session, cookie) = try await call.services.console.logIn(request.code, browser: call.browserName)
        session.isCurrent = true
        var reply = try Reply.json(session)
        reply.fields[.setCookie] = call.consoleCookie(cookie)
        return reply
    }

    @Sendable static func list(_ call: Call) async throws -> Page<ConsoleSession> {
        Page(items: try await call.services.console.sessions(for: call.key(), current: call.session?.id))
    }

    @Sendable static func end(_ call: Call) async throws -> Reply {
        let id: KeyID
        if call.parameter("id") == "current" {
            guard let session = call.session else { throw notLoggedIn }
            id = session.id
        } else {
            id = try call.id()
        }
        try await call.services.console.end(id, by: call.key(), current: call.session?.id)
        var reply = Reply.noContent
        if id == call.session?.id { reply.fields[.setCookie] = call.consoleCookie(nil) }
        return reply
    }

    @Sendable static func bind(_ binding: ConsoleDeviceBinding, _ call: Call) async throws -> EmptyBody {
        guard let session = call.session else { throw notLoggedIn }
        try await call.services.console.bind(session, binding)
        return EmptyBody()
    }

    private static let notLoggedIn = APIError(
        .notFound, "This route is for logins to the console; this request has an API key.")
}

extension Call {
    /// The value of the `Set-Cookie` field that logs this browser in or, without a secret, out.
    func consoleCookie(_ secret: Secret?) -> String {
        ConsoleCookie.field(secret, host: request.head.authority ?? "", origin: request.headers[.origin])
    }

    /// The name of the caller's browser, such as "Firefox on Linux".
    var browserName: String {
        let agent = request.headers[.userAgent] ?? ""
        // Each browser's own mark comes before those of the browsers that it imitates.
        let browser = Self.first(
            of: [
                ("Edg/", "Edge"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"),
                ("Chrome/", "Chrome"), ("Safari/", "Safari"),
            ], in: agent)
        let system = Self.first(
            of: [
                ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Mac OS X", "macOS"),
                ("Windows", "Windows"), ("Linux", "Linux"),
            ], in: agent)
        return [browser ?? "Browser", system.map { "on \($0)" }].compactMap { $0 }.joined(separator: " ")
    }

    private static func first(of marks: [(mark: String, name: String)], in agent: String) -> String? {
        marks.first { agent.contains($0.mark) }?.name
    }
}
