import BellhopModel

extension BodyDescription {
    /// A list, newest first. `unread` belongs to the list of notifications alone.
    static func page<Item: Codable & Hashable & Sendable>(
        _ name: String, of item: BodyDescription, _ example: Item, hasUnread: Bool = false
    ) -> BodyDescription {
        var properties: [Property] = [.required("items", .list(of: .named(item.name)), "At most as many as asked for.")]
        if hasUnread {
            properties.append(
                .sometimes(
                    "unread", .integer(0...Int.max), "How many are unread and still of use: what the badge shows."))
        }
        return BodyDescription(
            name, Page<Item>.self, "A page of a list.", .object(properties), unused: hasUnread ? [] : ["unread"],
            examples: [Page(items: [example], unread: hasUnread ? 1 : nil)])
    }
}
