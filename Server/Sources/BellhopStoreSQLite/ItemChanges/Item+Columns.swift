import BellhopModel

extension Item {
    /// As ``init(_:)`` reads them.
    static let columns = """
        items.id, items.title, items.body, items.image_url, items.data, items.due_at, items.completed_by,
        items.completed_at, items.created_at, items.updated_at
        """

    init(_ row: inout Columns) throws {
        self.init(
            id: try row.name(), title: try row.text(), body: try row.text(), imageURL: try row.optionalText(),
            data: try row.optionalJSON(), dueAt: try row.optionalTime(), completedBy: try row.optionalName(),
            completedAt: try row.optionalTime(), createdAt: try row.time(), updatedAt: try row.time())
    }
}
