import BellhopModel

extension BodyDescription {
    static let audience = BodyDescription(
        "Audience", Audience.self, "Whom something is sent to: exactly one of these.",
        .alternatives([
            .object([.required("user", .name, "One user.")]).titled("AudienceUser"),
            .object([.required("users", .list(of: .name, atMost: APILimits.audience), "Several, each once.")])
                .titled("AudienceUsers"),
            .object([.required("topic", .name, "The subscribers at the time it is sent.")]).titled("AudienceTopic"),
            .object([.required("everyone", .boolean, "Always `true`: every user with an active device.")])
                .titled("AudienceEveryone"),
        ]),
        examples: [Audience.user(Sample.user), Audience.users([Sample.user, "ben"]), .topic("releases"), .everyone])
}
