import BellhopModel

extension AgentPrompt {
    /// A form to fill in, for an MCP server or for the agent itself. A page to be opened is for the client.
    init(elicitation params: [String: JSONValue], _ scene: PromptScene, _ dialect: Dialect) throws(UnaskablePrompt) {
        let method = dialect == .acp ? Method.elicitation : .codexElicitation
        guard params["mode"]?.string ?? "form" == "form", let schema = params["requestedSchema"],
            let form = ElicitationForm(schema)
        else { throw UnaskablePrompt(why: "its form cannot be filled in on a phone", refusal: method.refusal) }
        let asker = params["serverName"]?.string.map { "\($0) of \(scene.agent)" } ?? scene.agent
        // Where nothing is to be filled in, what is asked is whether to go on, about what stands beside it.
        var parts = [params["message"]?.string].compactMap(\.self)
        if let meta = params["_meta"], meta.object?.isEmpty == false { parts.append(Self.text(meta)) }
        if !form.isEmpty { parts.append(Evidence.text(form.sheet.questions)) }
        try self.init(
            method, params, scene, title: "\(asker) asks",
            body: Evidence(parts.joined(separator: "\n")),
            answers: form.isEmpty ? .approval(ElicitationResult.accepted([:], dialect)) : .form(form, dialect))
    }
}
