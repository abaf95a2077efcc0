import BellhopModel
import BellhopTerminal

/// One switch of a user's preferences, as it is named on the command line.
enum PreferenceSwitch: Hashable, Sendable {
    case type(PreferenceType)
    case category(CategoryID)

    /// The switch called `name`: a type or category that Bellhop knows or `preferences` have.
    ///
    /// - Throws: ``CommandFailure`` that lists what there is.
    init(named name: String, in preferences: NotificationPreferences) throws {
        let (type, category) = (PreferenceType(rawValue: name), CategoryID(name))
        if PreferenceType.known.contains(type) || preferences.types[type] != nil {
            self = .type(type)
        } else if CategoryCatalog[category] != nil || preferences.categories[category] != nil {
            self = .category(category)
        } else {
            throw CommandFailure(
                """
                There is no type or category \(name.debugDescription). \
                Types: \(PreferenceType.known.map(\.rawValue).joined(separator: ", ")). \
                Categories: \(CategoryCatalog.all.map(\.id.rawValue).joined(separator: ", ")). \
                For one of an app's own say --type or --category.
                """)
        }
    }

    func turn(_ isOn: Bool, in preferences: inout NotificationPreferences) {
        switch self {
        case .type(let type): preferences.types[type] = isOn
        case .category(let category): preferences.categories[category] = isOn
        }
    }
}
