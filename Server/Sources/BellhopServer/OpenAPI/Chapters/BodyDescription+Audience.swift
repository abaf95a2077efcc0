import BellhopModel

extension BodyDescription {
    static let audience = BodyDescription(
        "Audience", Audience.self, "Whom something is sent to: exactly one of these.",
        .alternatives([
            .object([.required("user", .name, "One user.")]),
            .object([.required("users", .list(of: .name, atMost: APILimits.audience), "Several, each once.")]),
            .object([.required("topic", .name, "Whoever subscribes to it when it is sent.")]),
            .object([.required("everyone", .boolean, "Always `true`: every user with an active device.")]),
        ]),
        examples: [Audience.user(Sample.user), Audience.users([Sample.user, "ben"]), .topic("releases"), .everyone])
}
