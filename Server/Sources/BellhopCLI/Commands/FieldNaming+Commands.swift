// Which of their arguments become which fields of a request.

extension NotifyCommand: FieldNaming {
    static var arguments: [String: String] { ContentOptions.arguments }
}

extension SendCommand: FieldNaming {
    static var arguments: [String: String] {
        ContentOptions.arguments.merging(AudienceOptions.arguments) { content, _ in content }
    }
}

extension AskCommand: FieldNaming {
    static let arguments = [
        "title": "--title", "body": "<text>", "input": "<text>", "questions[].text": "<text>",
        "questions[].options": "--option", "questions[].options[].label": "--option", "expires_in": "--timeout",
        "hold": "--hold",
    ]
}

extension ScheduleAddCommand: FieldNaming {
    static var arguments: [String: String] {
        SendCommand.arguments.merging(TimingOptions.arguments) { content, _ in content }
    }
}

extension ScheduleEditCommand: FieldNaming {
    static var arguments: [String: String] {
        ["body": "--text", "title": "--title"].merging(TimingOptions.arguments) { content, _ in content }
    }
}

extension CapCommand: FieldNaming {
    static let arguments = ["frequency_cap.limit": "<limit>", "frequency_cap.seconds": "--per"]
}

extension QuietCommand: FieldNaming {
    static let arguments = [
        "quiet_hours": "<start> and <end>", "quiet_hours.days": "--days", "quiet_hours.time_zone": "--zone",
    ]
}

extension HistoryCommand: FieldNaming {
    static let arguments = [
        "category": "--category", "type": "--type", "session": "--session", "thread": "--thread", "since": "--since",
        "until": "--until",
    ]
}

extension DevicesCommand.Rename: FieldNaming {
    static let arguments = ["name": "<name>"]
}

extension KeysCommand.Create: FieldNaming {
    static let arguments = ["label": "--label", "role": "--role", "user_id": "--user"]
}

extension ItemsCommand.Put: FieldNaming {
    static let arguments = [
        "id": "<id>", "title": "<title>", "body": "--body", "due_at": "--due", "subscribers": "--subscribers",
    ]
}

extension ItemsCommand.Notify: FieldNaming {
    static let arguments = ["type": "--type", "users": "--users", "users[]": "--users"]
}

extension ItemsCommand.Remind: FieldNaming {
    static let arguments = ["at": "--at", "in": "--in", "users": "--users", "users[]": "--users"]
}

extension MessagesCommand.Send: FieldNaming {
    static let arguments = ["text": "<text>", "title": "--title", "from": "--from", "conversation": "--conversation"]
}

extension ChannelsCommand.Publish: FieldNaming {
    static let arguments = [
        "app": "--app", "content_state": "--state", "alert.title": "--title", "alert.body": "--body",
        "stale_in": "--stale-in", "dismiss_in": "--dismiss-in", "expires_in": "--expires-in",
    ]
}

extension SessionsCommand.Start: FieldNaming {
    static let arguments = ["title": "--title", "origin.project": "--project"]
}

extension SessionsCommand.Update: FieldNaming {
    static let arguments = [
        "operation": "--operation", "progress": "--progress", "progress.current_task": "--task",
    ]
}
