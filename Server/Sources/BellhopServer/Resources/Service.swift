import BellhopCore
import BellhopModel
import HTTPTypes

extension Resource {
    static let service = Resource(
        "Service", "Health, metrics, diagnosis and the API description of the server.",
        operations: [
            Operation(API.health, .json("Health", "The process is running."), handle: ServiceHandlers.health),
            Operation(API.readiness, .json("Health", "The database accepts writes."), reply: ServiceHandlers.readiness),
            Operation(
                API.metrics,
                Success(
                    status: 200, note: "Metrics in Prometheus text format, version 0.0.4.", content: .text("text/plain")
                ),
                reply: ServiceHandlers.metrics),
            Operation(
                API.diagnose,
                details: "Contacts each gateway that registered devices use, with a push that reaches no device.",
                body: "DiagnosisRequest", orEmpty: DiagnosisRequest(), .json("Diagnosis", "The state of the server."),
                handle: ServiceHandlers.diagnose),
            Operation(
                API.apiDescription,
                Success(
                    status: 200, note: "The OpenAPI document, as canonical JSON.", content: .json(.anything),
                    fields: [etag]),
                unchanged, reply: ServiceHandlers.json),
            Operation(
                API.apiPage,
                Success(
                    status: 200, note: "An HTML page.", content: .text("text/html"),
                    fields: [etag]), unchanged, reply: ServiceHandlers.page),
        ],
        components: [health, .diagnosisRequest, .diagnosis, .deviceCount, .gatewayDiagnosis, .appAddress, error])

    private static let etag = (name: "ETag", note: "The entity tag of this version, for `If-None-Match`.")
    private static let unchanged = Success(
        status: 304, note: "Not modified: `If-None-Match` contains the current entity tag.", fields: [etag])

    private static let health = Component(
        "Health", Health.self, "The health of the server.",
        .object([.required("status", .choice(["ok", "ready"]).titled("HealthStatus"), "The status.")]),
        examples: [Health(status: "ok")])

    private static let error = Component(
        "Error", APIError.self, "An error with a link to its documentation.",
        .object([
            .required(
                "error",
                .object([
                    .required("code", .choice(of: APIErrorCode.self), "The error code, for programs."),
                    .required("message", .text, "The cause in this case, in one sentence."),
                    .required("docs", .text, "The location of the error's documentation."),
                    .sometimes("resolution", .named("Resolution"), "The ask's outcome, if the ask has already ended."),
                ]).titled("ErrorDetail"), "The error.")
        ]),
        examples: [
            APIError(.invalidRequest, "title: is empty"),
            APIError(.askExpired, resolution: Resolution(state: .expired, at: Sample.time(120))),
        ])
}

private enum ServiceHandlers {
    @Sendable static func health(_ call: Call) async throws -> Health { Health(status: "ok") }

    @Sendable static func readiness(_ call: Call) async throws -> Reply {
        guard try await call.services.probe.isWorking() else {
            return .error(APIError(.storageUnavailable), retryAfter: 1)
        }
        return try .json(Health(status: "ready"))
    }

    @Sendable static func metrics(_ call: Call) async throws -> Reply {
        await call.services.queueMetrics.update()
        return Reply(
            status: 200, body: Array((call.services.metrics.text() + ProcessMetrics.text()).utf8),
            fields: [.contentType: "text/plain; version=0.0.4; charset=utf-8"])
    }

    @Sendable static func diagnose(_ request: DiagnosisRequest, _ call: Call) async throws -> Diagnosis {
        try await call.services.diagnoses.diagnose(request, by: call.key())
    }

    @Sendable static func json(_ call: Call) async throws -> Reply {
        try ServedDescription.current.get().json.reply(to: call.request)
    }

    @Sendable static func page(_ call: Call) async throws -> Reply {
        try ServedDescription.current.get().page.reply(to: call.request)
    }
}

extension Component {
    static let diagnosisRequest = Component(
        "DiagnosisRequest", DiagnosisRequest.self, "An app to diagnose in addition to those of registered devices.",
        .object([
            .optional(
                "app", .identifier(1...255),
                "The app's bundle identifier or package name; diagnosed in both environments."),
            .optional("platform", .choice(of: Platform.self), "The platform of `app`. Default: `ios`."),
        ]),
        examples: [DiagnosisRequest(app: "com.example.app", platform: .ios)])

    static let diagnosis = Component(
        "Diagnosis", Diagnosis.self, "The current state of the server.",
        .object([
            .required("time", .time, "The server's current time."),
            .required("version", .text, "The server's version."),
            .required("queue_depth", .integer(0...Int.max), "The number of pending deliveries."),
            .sometimes("late_since", .time, "The time when the oldest unsent delivery was due."),
            .required("devices", .list(of: .named("DeviceCount")), "The number of registrations by app and state."),
            .required(
                "gateways", .list(of: .named("GatewayDiagnosis")),
                "The responses of the gateways to a push that reaches no device."),
        ]),
        examples: [
            Diagnosis(
                time: Sample.time(), version: BellhopVersion.current, queueDepth: 3, lateSince: Sample.time(-60),
                devices: [count], gateways: [gateway])
        ])

    static let deviceCount = Component(
        "DeviceCount", DeviceCount.self, "The number of an app's registrations in one state.",
        .object([
            .required("address", .named("AppAddress"), "The app."),
            .required("state", .choice(of: Device.State.self), "The state of the registrations."),
            .required("count", .integer(0...Int.max), "The number of registrations."),
        ]),
        examples: [count])

    static let gatewayDiagnosis = Component(
        "GatewayDiagnosis", GatewayDiagnosis.self, "A gateway's response to a push with an unused token.",
        .object([
            .required("address", .named("AppAddress"), "The app."),
            .required("state", .choice(of: GatewayDiagnosis.State.self), "The result."),
            .sometimes("reason", .text, "The reason that the gateway returned."),
            .required("milliseconds", .integer(0...Int.max), "The response time, in milliseconds."),
        ]),
        examples: [gateway])

    static let appAddress = Component(
        "AppAddress", AppAddress.self, "The address of an app at a gateway.",
        .object([
            .required("platform", .choice(of: Platform.self), "The platform, which selects the gateway."),
            .required("app", .text, "The bundle identifier or package name."),
            .required("environment", .choice(of: PushEnvironment.self), "The APNs environment."),
        ]),
        examples: [address])

    private static let address = AppAddress(platform: .ios, app: "com.example.app", environment: .production)
    private static let count = DeviceCount(address, state: .active, count: 2)
    private static let gateway = GatewayDiagnosis(address, .working, reason: "BadDeviceToken", milliseconds: 84)
}
