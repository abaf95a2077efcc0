import BellhopModel

extension AgentPrompt {
    /// ACP's `session/request_permission` (agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission).
    ///
    /// What the phone may say is narrower than what the agent offers: an option that allows more than this one time is
    /// never picked there.
    init(permission params: [String: JSONValue], _ scene: PromptScene) throws(UnaskablePrompt) {
        let options = (params["options"]?.array ?? []).compactMap(PermissionOption.init)
        let once = options.filter { $0.kind == "allow_once" }
        let no = options.first { $0.kind == "reject_once" }?.selected ?? PermissionOption.cancelled
        // Where two options share an id, nobody can say which one is picked.
        let isClear = Set(options.map(\.id)).count == options.count
        let refusal = Refusal(no: isClear ? no : PermissionOption.cancelled, cancelled: PermissionOption.cancelled)
        guard isClear else { throw UnaskablePrompt(why: "two of its options have one id", refusal: refusal) }
        let answers: Answers
        if once.count == 1 {
            answers = .approval(once[0].selected)
        } else {
            answers = .choice(try Self.sheet(of: options, refusal))
        }
        let call = ACPToolCall(params["toolCall"]?.object ?? [:], before: scene.item)
        guard let body = call.body else {
            throw UnaskablePrompt(why: "it does not say what is to be allowed", refusal: refusal)
        }
        var scene = scene
        scene.item = call.fields
        try self.init(
            .permission, params, scene, title: "\(scene.agent) \(call.intention)", body: body, toolName: call.kind,
            agentSays: call.description, answers: answers, refusal: refusal)
    }

    /// The options as the agent gives them, but for those that allow something for good.
    private static func sheet(
        of options: [PermissionOption], _ refusal: Refusal
    ) throws(UnaskablePrompt) -> ReplySheet<JSONValue> {
        let offered = options.filter { $0.kind != "allow_always" }
        var sheet = ReplySheet<JSONValue>()
        let question = Question(
            text: "What should it do?", options: offered.map { .init(label: ShownText.line($0.name, characters: 200)) },
            allowsText: false)
        guard offered.contains(where: { !$0.isRejection }), sheet.add(question, standingFor: offered.map(\.selected))
        else {
            throw UnaskablePrompt(why: "it offers nothing that may be picked on a phone", refusal: refusal)
        }
        return sheet
    }
}

/// One of the options that an agent offers.
private struct PermissionOption {
    let id: String
    let name: String
    let kind: String

    init?(_ json: JSONValue) {
        guard let id = json["optionId"]?.string, let kind = json["kind"]?.string else { return nil }
        self.id = id
        self.kind = kind
        name = json["name"]?.string.flatMap { $0.isEmpty ? nil : $0 } ?? id
    }

    var isRejection: Bool { kind.hasPrefix("reject") }

    var selected: JSONValue { ["outcome": ["outcome": "selected", "optionId": .string(id)]] }

    static let cancelled: JSONValue = ["outcome": ["outcome": "cancelled"]]
}
