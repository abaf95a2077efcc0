extension HookInput {
    /// The agent says of a prompt that it stands in the terminal. The hooks of ``HookEvent/permissionRequest`` were told of it
    /// when it began.
    var saysThatPromptStands: Bool {
        switch text("notification_type") {
        case "permission_prompt": true
        // Before the type was sent.
        case nil: text("message")?.lowercased().contains("permission") ?? false
        default: false
        }
    }
}
