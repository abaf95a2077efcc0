/// What the tools of `bellhop mcp` call the fields of the asks that their arguments become.
enum MCPQuestionFields: FieldNaming {
    static let arguments = [
        "questions": "questions", "questions[].text": "question", "questions[].header": "header",
        "questions[].options": "options", "questions[].options[].label": "options", "body": "details",
        "input": "details",
    ]
}

/// The same of `approve`.
enum MCPApprovalFields: FieldNaming {
    static let arguments = ["title": "tool_name", "body": "input", "input": "input"]
}
