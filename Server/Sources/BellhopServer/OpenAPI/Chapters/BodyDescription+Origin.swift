import BellhopModel

extension BodyDescription {
    static let origin = BodyDescription(
        "Origin", Origin.self, "Where something comes from: shown to the person, who may run several agents.",
        .object([
            .optional("agent", .text(0...APILimits.title), "The agent's name."),
            .optional("host", .text(0...APILimits.title), "The machine it runs on."),
            .optional("project", .text(0...APILimits.title), "What it works on."),
            .optional("folder", .text(0...APILimits.text), "The folder it works in."),
        ]),
        examples: [Sample.origin])
}
