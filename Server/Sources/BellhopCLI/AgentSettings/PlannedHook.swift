/// One of the hooks that an agent is given, for one event.
struct PlannedHook: Hashable, Sendable {
    let event: String
    /// For which tools; `nil` for all.
    var matcher: String?
    /// In the agent's own unit; `nil` for its default.
    var timeout: Int?
    /// The agent does not wait for it.
    var isAsync = false
    /// What the agent shows while it waits.
    var status: String?
    /// In seconds, how long it waits for the phone; `nil` for what is usual.
    var wait: Int?

    init(
        _ event: String, matcher: String? = nil, timeout: Int? = nil, isAsync: Bool = false, status: String? = nil,
        wait: Int? = nil
    ) {
        self.event = event
        self.matcher = matcher
        self.timeout = timeout
        self.isAsync = isAsync
        self.status = status
        self.wait = wait
    }
}
