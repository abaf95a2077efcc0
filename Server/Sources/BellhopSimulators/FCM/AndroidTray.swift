public import BellhopModel

/// The notifications on an Android device: those shown by the system, and those that an app shows for Bellhop's data
/// messages.
///
/// The app behaves as Bellhop specifies: it shows a data message under its `tag` with the buttons of its category, and
/// cancels the notification that a clear push names. A pure value.
public struct AndroidTray: Sendable, Hashable {
    public struct Item: Sendable, Hashable {
        /// A later item with the same tag replaces it.
        public var tag: String
        public var title: String
        public var body: String
        public var channel: String?
        /// The buttons that the app adds; those of the system have none.
        public var actions: [ActionID]

        public init(tag: String, title: String, body: String, channel: String? = nil, actions: [ActionID] = []) {
            self.tag = tag
            self.title = title
            self.body = body
            self.channel = channel
            self.actions = actions
        }
    }

    /// The items, oldest first.
    public private(set) var items: [Item] = []

    public init() {}

    public mutating func receive(_ message: DeliveredMessage) {
        let data = message.data
        if let shown = message.notification {
            show(
                Item(
                    tag: shown["tag"]?.string ?? message.id, title: shown["title"]?.string ?? "",
                    body: shown["body"]?.string ?? "", channel: shown["channel_id"]?.string))
        } else if data["clearApprovalId"] != nil || data["type"] == NotificationKind.clear.rawValue {
            items.removeAll { $0.tag == data["tag"] }
        } else if let title = data["title"] {
            let category = data["category"].flatMap { CategoryCatalog[CategoryID($0)] }
            show(
                Item(
                    tag: data["tag"] ?? message.id, title: title, body: data["body"] ?? "", channel: data["channelId"],
                    actions: category?.actions.map(\.id) ?? []))
        }
    }

    private mutating func show(_ item: Item) {
        items.removeAll { $0.tag == item.tag }
        items.append(item)
    }
}
