import BellhopModel

/// Who calls, from where.
struct MCPCaller {
    /// The client's name, to be shown.
    var name: String
    var host: String?
    var folder: String?

    var origin: Origin { Origin(agent: name, folder: folder, host: host) }
}
