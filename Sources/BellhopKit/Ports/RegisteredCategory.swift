public import BellhopModel

/// A category as the system has it, by its names alone: what a diagnosis of missing buttons begins with.
public struct RegisteredCategory: Hashable, Sendable, Identifiable {
    public let id: CategoryID
    /// In the order in which they are shown.
    public let actions: [ActionID]

    public init(id: CategoryID, actions: [ActionID]) {
        self.id = id
        self.actions = actions
    }

    public init(_ category: NotificationCategory) {
        self.init(id: category.id, actions: category.actions.map(\.id))
    }
}

/// The set to hand to the system, which replaces what it had.
public enum CategoryUnion {
    /// `ours`, and everything of `present` that is not of the same name. What is there under one of our names is ours
    /// of an earlier version or language.
    public static func of<Category>(
        present: [Category], ours: [Category], id: (Category) -> String
    ) -> [Category] {
        let names = Set(ours.map(id))
        return present.filter { !names.contains(id($0)) } + ours
    }
}
