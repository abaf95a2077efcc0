import BellhopModel

extension RecordedPayload {
    /// With what enriches a notification: files, code, the kind of an error.
    public static let rich = [
        RecordedPayload(
            "rich-complete", .complete,
            #"""
            {
              "aps": {
                "alert": {
                  "title": "Task Complete",
                  "body": "Done"
                },
                "category": "AGENT_COMPLETE",
                "thread-id": "shop",
                "mutable-content": 1
              },
              "projectName": "shop",
              "summary": "Done",
              "filesChanged": 3,
              "codePreview": null
            }
            """#),
        RecordedPayload(
            "rich-error", .error,
            #"""
            {
              "aps": {
                "alert": {
                  "title": "Agent Error",
                  "body": "No route to host"
                },
                "badge": 1,
                "category": "AGENT_ERROR"
              },
              "projectName": "shop",
              "errorType": "NetworkError",
              "errorMessage": "No route to host"
            }
            """#),
        RecordedPayload(
            "rich-permission", .approval,
            #"""
            {
              "aps": {
                "alert": {
                  "title": "Permission Required",
                  "body": "Claude wants to use Bash"
                },
                "category": "PERMISSION_REQUEST",
                "sound": "default",
                "interruption-level": "time-sensitive",
                "mutable-content": 1
              },
              "toolName": "Bash",
              "toolInput": "npm test",
              "requestId": "r-1"
            }
            """#),
    ]
}
