#if canImport(UIKit) && !os(watchOS)
import BellhopKit
package import BellhopModel
package import UserNotifications

extension UNNotificationCategory {
    convenience init(_ category: NotificationCategory) {
        self.init(
            identifier: category.id.rawValue, actions: category.actions.map(UNNotificationAction.of),
            intentIdentifiers: [], hiddenPreviewsBodyPlaceholder: category.hiddenPreviewPlaceholder,
            categorySummaryFormat: category.summaryFormat,
            options: UNNotificationCategoryOptions(rawValue: category.options.rawValue))
    }
}

extension UNNotificationAction {
    package static func of(_ action: CategoryAction) -> UNNotificationAction {
        let options = UNNotificationActionOptions(rawValue: action.options.rawValue)
        guard let input = action.textInput else {
            return UNNotificationAction(identifier: action.id.rawValue, title: action.title, options: options)
        }
        return UNTextInputNotificationAction(
            identifier: action.id.rawValue, title: action.title, options: options, textInputButtonTitle: input.button,
            textInputPlaceholder: input.placeholder)
    }
}

extension RegisteredCategory {
    init(_ category: UNNotificationCategory) {
        self.init(
            id: CategoryID(rawValue: category.identifier),
            actions: category.actions.map { ActionID(rawValue: $0.identifier) })
    }
}
#endif
