extension PreferenceType {
    /// The categories whose notifications are of this type; none for a type that Bellhop does not know.
    public var categories: Set<CategoryID> {
        Set(CategoryCatalog.all.filter { PreferenceType(kind: $0.kind) == self }.map(\.id))
    }
}
