import BellhopModel

/// The rules of requests about sessions that span fields. Throws an `APIError` that names the field.
enum SessionRules {
    static func check(_ update: SessionUpdate) throws {
        guard let progress = update.progress, progress.completed > progress.total else { return }
        throw APIError(.invalidRequest, "progress: completed (\(progress.completed)) is greater than total")
    }
}
