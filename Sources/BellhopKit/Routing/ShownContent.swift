public import BellhopModel

/// The shown content of a notification as the system has it: a service extension may have changed it, and an app's own
/// notification has no payload.
public struct ShownContent: Hashable, Sendable {
    public var title: String
    public var subtitle: String
    public var body: String
    /// Decides which buttons stand under it.
    public var category: String
    public var thread: String

    public init(
        title: String = "", subtitle: String = "", body: String = "", category: String = "", thread: String = ""
    ) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.category = category
        self.thread = thread
    }
}

extension PushPayload {
    /// The payload of a notification that is on the screen. What is shown goes before what was sent, because that is
    /// what the person acted upon; what is empty says nothing.
    public init(userInfo: [AnyHashable: Any], shown: ShownContent) {
        self.init(userInfo: userInfo)
        func text(_ text: String) -> String? { text.isEmpty ? nil : text }
        aps.category = text(shown.category).map(CategoryID.init(rawValue:)) ?? aps.category
        aps.threadID = text(shown.thread) ?? aps.threadID
        guard text(shown.title) ?? text(shown.subtitle) ?? text(shown.body) != nil else { return }
        var alert = aps.alert ?? PushAlert()
        alert.title = text(shown.title) ?? alert.title
        alert.subtitle = text(shown.subtitle) ?? alert.subtitle
        alert.body = text(shown.body) ?? alert.body
        aps.alert = alert
    }
}
