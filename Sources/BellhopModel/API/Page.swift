/// A page of a list, newest first unless its route says otherwise.
public struct Page<Element: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    public var items: [Element]
    /// How many of the user's notifications are unread and still of use: what the badge shows. Only the list of
    /// notifications has it.
    public var unread: Int?
    /// Which page of how many this is. Only a list that is read by page number has it.
    public var number: PageNumber?

    public init(items: [Element], unread: Int? = nil, number: PageNumber? = nil) {
        self.items = items
        self.unread = unread
        self.number = number
    }
}

/// Where a numbered page stands in its list. In JSON its four fields stand beside `items`.
public struct PageNumber: Codable, Hashable, Sendable {
    /// 1 is the first.
    public var page: Int
    /// The most items of a page.
    public var limit: Int
    /// How many items the list has, on all pages.
    public var total: Int
    /// How many pages that makes; 0 when there is nothing.
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
