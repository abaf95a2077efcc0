import BellhopModel

extension Item {
    /// How long what is said about an item is of use, in seconds: a week.
    private static let lifetime = 604_800

    /// What subscribers are told about it.
    ///
    /// - Parameters:
    ///   - title: the item's own unless given.
    ///   - body: as `title`.
    func notification(
        _ kind: ItemNotificationRequest.Kind, title: String? = nil, body: String? = nil
    ) -> NotificationRequest {
        NotificationRequest(
            title: title ?? self.title, body: body ?? self.body, category: kind.category, thread: id.description,
            expiresIn: Self.lifetime,
            options: NotificationOptions(
                imageURL: imageURL, collapseKey: collapseKey(kind), itemID: id.description,
                // In the words of apps that were not written for Bellhop.
                data: ["notification_type": .string(kind.rawValue), "item_id": .string(id.description)]))
    }

    /// What is said of the same kind about the same item replaces what was said before; `nil` where the item's id makes
    /// the key too long.
    private func collapseKey(_ kind: ItemNotificationRequest.Kind) -> String? {
        let key =
            kind == .newItem
            ? Item.announcementKey(id.description) : "\(kind.rawValue)/\(PercentEncoding.segment(id.description))"
        return key.utf8.count <= 64 ? key : nil
    }
}

extension ItemNotificationRequest.Kind {
    fileprivate var category: CategoryID {
        switch self {
        case .newItem: .newItem
        case .update: .update
        case .reminder: .reminder
        }
    }
}

extension NotificationRequest {
    /// Wakes the app to fetch what has changed. Of several that wait for a device the last is enough.
    ///
    /// Its category is none that a person turns off: it shows nothing.
    static let itemSync = NotificationRequest(
        title: "", body: "", category: CategoryID("sync"), expiresIn: 86_400,
        options: NotificationOptions(isSilent: true, collapseKey: "bellhop/items", data: ["silent": true]))
}
