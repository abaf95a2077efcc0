import BellhopModel

extension Origin {
    /// Where `input` comes from, fit to be shown.
    ///
    /// - Parameter host: what the machine is called; the hook's process knows it, the input does not.
    init(of input: HookInput, host: String?) {
        self.init(agent: input.agent.name, folder: input.folder, host: host)
    }

    /// The same from its parts.
    ///
    /// - Parameter folder: the one that the agent works in; the project is its last part.
    init(agent: String, folder: String?, host: String?) {
        let project = folder?.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last
        self.init(
            agent: DisplayText.line(agent, characters: 100),
            host: host.map { DisplayText.line($0, characters: 100) },
            project: project.map { DisplayText.line(String($0), characters: 100) },
            folder: folder.map { DisplayText.line($0, characters: 300) })
    }

    /// For the line below a notification's title.
    var subtitle: String? { line.map { DisplayText.line($0, characters: APILimits.title) } }
}
