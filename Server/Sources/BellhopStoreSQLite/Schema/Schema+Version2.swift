extension Schema {
    /// Layout 2: what users want to hear.
    ///
    /// - `preferences` One row for each user who ever set them, `document` as canonical JSON. Read with every
    ///   acceptance, so that the row is in the primary key's own tree.
    static let version2 = """
        CREATE TABLE preferences (
            user_id TEXT PRIMARY KEY NOT NULL,
            document TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
