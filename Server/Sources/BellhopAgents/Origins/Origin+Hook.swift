import BellhopModel

extension Origin {
    /// Where `input` comes from, fit to be shown.
    ///
    /// - Parameter host: what the machine is called; the hook's process knows it, the input does not.
    init(of input: HookInput, host: String?) {
        self.init(
            agent: input.agent.name,
            host: host.map { ShownText.line($0, characters: 100) },
            project: input.project.map { ShownText.line($0, characters: 100) },
            folder: input.folder.map { ShownText.line($0, characters: 300) })
    }

    /// `project · host`, for the line below a title; `nil` when neither is known.
    var line: String? {
        let parts = [project, host].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }
}
