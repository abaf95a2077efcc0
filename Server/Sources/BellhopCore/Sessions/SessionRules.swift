import BellhopModel

/// What sessions must keep to, beyond their types. Throws an `APIError` that names the field.
enum SessionRules {
    static func check(_ request: SessionRequest) throws {
        try FieldRules.title(request.title)
        if let origin = request.origin { try FieldRules.origin(origin) }
    }

    static func check(_ update: SessionUpdate) throws {
        try FieldRules.text(update.operation, "operation")
        guard let progress = update.progress else { return }
        guard 0 <= progress.completed, progress.completed <= progress.total else {
            throw APIError(.invalidRequest, "progress: completed must be between 0 and total.")
        }
        try FieldRules.text(progress.currentTask, "progress.current_task")
    }
}
