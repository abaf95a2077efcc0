import BellhopModel

extension BodyDescription {
    static let diagnosisRequest = BodyDescription(
        "DiagnosisRequest", DiagnosisRequest.self, "What to ask about besides the apps of registered devices.",
        .object([
            .optional("app", .identifier(1...255), "An app, in both environments."),
            .optional("platform", .choice(of: Platform.self), "Of `app`; `ios` unless given."),
        ]),
        examples: [DiagnosisRequest(app: "com.example.app", platform: .ios)])

    static let diagnosis = BodyDescription(
        "Diagnosis", Diagnosis.self, "How a server stands, as it found out just now.",
        .object([
            .required("time", .time, "The server's clock."),
            .required("version", .text, "The server's version."),
            .required("queue_depth", .integer(0...Int.max), "Deliveries that have not ended."),
            .sometimes("late_since", .time, "When the one that should have been sent first was due."),
            .required("devices", .list(of: .named("DeviceCount")), "Registrations by app and state."),
            .required(
                "gateways", .list(of: .named("GatewayDiagnosis")), "What each said to a push that reaches nobody."),
        ]),
        examples: [
            Diagnosis(
                time: Sample.time(), version: BellhopVersion.current, queueDepth: 3, lateSince: Sample.time(-60),
                devices: [count], gateways: [gateway])
        ])

    static let deviceCount = BodyDescription(
        "DeviceCount", DeviceCount.self, "How many registrations of one app are in one state.",
        .object([
            .required("address", .named("AppAddress"), "Which app."),
            .required("state", .choice(of: Device.State.self), "In which state."),
            .required("count", .integer(0...Int.max), "How many."),
        ]),
        examples: [count])

    static let gatewayDiagnosis = BodyDescription(
        "GatewayDiagnosis", GatewayDiagnosis.self, "What a gateway said to a push with a token of no device.",
        .object([
            .required("address", .named("AppAddress"), "Which app."),
            .required("state", .choice(of: GatewayDiagnosis.State.self), "Whether it would push to it."),
            .sometimes("reason", .text, "In the gateway's word."),
            .required("milliseconds", .integer(0...Int.max), "How long the answer took."),
        ]),
        examples: [gateway])

    static let appAddress = BodyDescription(
        "AppAddress", AppAddress.self, "What a gateway must be able to reach.",
        .object([
            .required("platform", .choice(of: Platform.self), "Through which gateway."),
            .required("app", .text, "The bundle identifier or package name."),
            .required("environment", .choice(of: PushEnvironment.self), "In which of APNs' two worlds."),
        ]),
        examples: [address])

    private static let address = AppAddress(platform: .ios, app: "com.example.app", environment: .production)
    private static let count = DeviceCount(address, state: .active, count: 2)
    private static let gateway = GatewayDiagnosis(address, .working, reason: "BadDeviceToken", milliseconds: 84)
}
