import BellhopModel
import GRDB

extension Database {
    /// Whether `notification` is about an item that is complete: nobody is told of that.
    func isAboutCompleteItem(_ notification: NotificationRequest) throws -> Bool {
        guard let item = notification.options?.itemID else { return false }
        return try first("SELECT 1 FROM items WHERE id = ? AND completed_at IS NOT NULL", [item]) {
            try $0.integer()
        } != nil
    }
}
