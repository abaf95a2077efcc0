extension Schema {
    /// Layout 70: asks that are held for the person at the desk.
    ///
    /// - `asks.held_until` Until then no Live Activity shows it; NULL for one that was never held.
    static let version70 = """
        ALTER TABLE asks ADD COLUMN held_until INTEGER;
        """
}
