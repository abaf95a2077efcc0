import BellhopModel

extension AgentPrompt {
    /// ACP's `session/request_permission` (agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission, and the
    /// same page of v2).
    ///
    /// What the phone may say is narrower than what the agent offers: an option that holds for more than this one time
    /// is never picked there.
    init(permission params: [String: JSONValue], _ scene: PromptScene) throws(UnaskablePrompt) {
        let options = (params["options"]?.array ?? []).compactMap(PermissionOption.init)
        // Where two options share an id, nobody can say which one is picked.
        guard Set(options.map(\.id)).count == options.count else {
            throw UnaskablePrompt(why: "two of its options have one id", refusal: Method.permission.refusal)
        }
        let refusal = Refusal(
            no: options.first { $0.kind == .rejectOnce }?.selected ?? PermissionOption.cancelled,
            cancelled: PermissionOption.cancelled)
        let once = options.filter { $0.kind == .allowOnce }
        guard !once.isEmpty else {
            throw UnaskablePrompt(why: "it offers nothing that may be picked on a phone", refusal: refusal)
        }
        let answers = once.count == 1 ? .approval(once[0].selected) : try Self.choice(of: options, refusal)
        let subject = PermissionSubject(params, before: scene.item)
        guard let body = subject.body(in: scene.folder) else {
            throw UnaskablePrompt(why: "it does not say what is to be allowed", refusal: refusal)
        }
        var scene = scene
        scene.item = subject.call.fields
        scene.folder = subject.folder ?? scene.folder
        try self.init(
            .permission, params, scene, title: "\(scene.agent) \(subject.call.intention)", body: body,
            toolName: subject.call.kind, agentSays: subject.explanation, answers: answers, refusal: refusal)
    }

    /// The options as the agent gives them, but for those that hold for good.
    private static func choice(
        of options: [PermissionOption], _ refusal: Refusal
    ) throws(UnaskablePrompt) -> Answers {
        let offered = options.filter { $0.kind == .allowOnce || $0.kind == .rejectOnce }
        var sheet = ReplySheet<JSONValue>()
        let question = Question(
            shown: "What should it do?", header: nil, options: offered.map { .init(shown: $0.name) }, allowsText: false)
        guard sheet.add(question, standingFor: offered.map(\.selected)) else {
            throw UnaskablePrompt(why: "its options are too many, or alike", refusal: refusal)
        }
        return .choice(sheet)
    }
}
