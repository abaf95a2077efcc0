/// One of the hooks that an agent is given, for one event.
struct PlannedHook: Hashable, Sendable {
    let event: String
    /// For which tools; `nil` for all.
    var matcher: String?
    /// How long the agent waits for it; `nil` for its default.
    var timeout: Duration?
    /// The agent does not wait for it.
    var isAsync = false
    /// What the agent shows while it waits.
    var status: String?
    /// How long it waits for the phone, in whole seconds; `nil` for what is usual.
    var wait: Duration?

    init(
        _ event: String, matcher: String? = nil, timeout: Duration? = nil, isAsync: Bool = false, status: String? = nil,
        wait: Duration? = nil
    ) {
        self.event = event
        self.matcher = matcher
        self.timeout = timeout
        self.isAsync = isAsync
        self.status = status
        self.wait = wait
    }
}
