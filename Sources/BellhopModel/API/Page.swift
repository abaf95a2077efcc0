/// A page of a list, newest first unless its route says otherwise.
public struct Page<Element: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    public var items: [Element]
    /// The number of the user's unread notifications that are still of use: the badge. Only the list of notifications
    /// has it.
    public var unread: Int?
    /// The page's position. Only a list that is read by page number has it.
    public var number: PageNumber?

    public init(items: [Element], unread: Int? = nil, number: PageNumber? = nil) {
        self.items = items
        self.unread = unread
        self.number = number
    }
}

/// The position of a numbered page in its list. In JSON its four fields are beside `items`.
public struct PageNumber: Codable, Hashable, Sendable {
    /// The page's number, starting at 1.
    public var page: Int
    /// The maximum number of items of a page.
    public var limit: Int
    /// The number of items on all pages.
    public var total: Int
    /// The number of pages; 0 for an empty list.
    public var pages: Int

    public init(page: Int, limit: Int, total: Int) {
        self.page = page
        self.limit = limit
        self.total = total
        pages = limit > 0 ? (total + limit - 1) / limit : 0
    }
}

extension Page {
    private enum CodingKeys: String, CodingKey { case items, unread, page }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        items = try container.decode([Element].self, forKey: .items)
        unread = try container.decodeIfPresent(Int.self, forKey: .unread)
        number = container.contains(.page) ? try PageNumber(from: decoder) : nil
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(items, forKey: .items)
        try container.encodeIfPresent(unread, forKey: .unread)
        try number?.encode(to: encoder)
    }
}
