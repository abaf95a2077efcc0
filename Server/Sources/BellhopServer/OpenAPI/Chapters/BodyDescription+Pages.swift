import BellhopModel

extension BodyDescription {
    /// A list, newest first. The numbers belong to the list of notifications alone.
    static func page<Item: Codable & Hashable & Sendable>(
        _ name: String, of item: BodyDescription, _ example: Item, hasNumbers: Bool = false
    ) -> BodyDescription {
        var properties: [Property] = [.required("items", .list(of: .named(item.name)), "At most as many as asked for.")]
        if hasNumbers { properties += numbers }
        return BodyDescription(
            name, Page<Item>.self, "A page of a list.", .object(properties), unused: hasNumbers ? [] : pageNumbers,
            examples: [
                Page(
                    items: [example], unread: hasNumbers ? 1 : nil,
                    number: hasNumbers ? PageNumber(page: 1, limit: 50, total: 1) : nil)
            ])
    }

    /// What lists without numbers leave out.
    static let pageNumbers: Set<String> = ["unread", "page"]

    private static let numbers: [Property] = [
        .sometimes("unread", .integer(0...Int.max), "How many are unread and still of use: what the badge shows."),
        .sometimes("page", .integer(1...Int.max), "Which page this is; left out after a cursor, as all that follow."),
        .sometimes("limit", .integer(APILimits.page), "The most items of a page."),
        .sometimes("total", .integer(0...Int.max), "How many there are on all pages."),
        .sometimes("pages", .integer(0...Int.max), "How many pages that makes."),
    ]
}
