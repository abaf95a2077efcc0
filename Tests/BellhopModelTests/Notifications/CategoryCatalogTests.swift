import BellhopModel
import Testing

@Suite("Category catalog")
struct CategoryCatalogTests {
    /// A row of the tables in the source designs.
    struct Row: Sendable, CustomTestStringConvertible {
        var id: String
        var family: NotificationCategory.Family
        var kind: String
        var actions: [String]
        var dismissTold = false
        var sound: Bool
        var level: String
        var placeholder: String?
        var summary: String?
        var testDescription: String { id }
    }

    /// Actions as `id|title|options|text field`: a unlocks first, d is red, f opens the app.
    static let table = [
        Row(
            id: "APPROVAL_REQUEST", family: .agent, kind: "approval",
            actions: ["APPROVE_ACTION|Approve|a|", "DENY_ACTION|Deny|d|"], dismissTold: true,
            sound: true, level: "time-sensitive", summary: "%u approval requests for %@"),
        Row(
            id: "QUESTION_ASKED", family: .agent, kind: "question",
            actions: ["OPEN_ACTION|Open App|f|", "REPLY_ACTION|Reply|a|Send/Type your answer..."],
            sound: true, level: "time-sensitive"),
        Row(id: "TASK_COMPLETE", family: .agent, kind: "complete", actions: [], sound: true, level: "active"),
        Row(
            id: "TASK_ERROR", family: .agent, kind: "error", actions: ["OPEN_ACTION|Open App|f|"],
            sound: true, level: "active"),
        Row(
            id: "TASK_PAUSED", family: .agent, kind: "paused", actions: ["OPEN_ACTION|Open App|f|"],
            sound: false, level: "passive"),
        Row(id: "SESSION_STATUS", family: .agent, kind: "status", actions: [], sound: false, level: "passive"),

        Row(
            id: "PERMISSION_REQUEST", family: .agent, kind: "approval",
            actions: ["APPROVE|Approve|a|", "DENY|Deny|d|", "VIEW_DETAILS|View Details|f|"], dismissTold: true,
            sound: true, level: "time-sensitive", placeholder: "Permission required"),
        Row(
            id: "APPROVAL_REVIEW", family: .agent, kind: "approval",
            actions: ["OPEN_ACTION|Open App|f|", "DENY_ACTION|Deny|d|"], dismissTold: true,
            sound: true, level: "time-sensitive", placeholder: "Permission required"),
        Row(
            id: "AGENT_COMPLETE", family: .agent, kind: "complete",
            actions: ["VIEW_RESULT|View Result|f|", "CONTINUE_CHAT|Continue Chat|f|", "DISMISS|Dismiss|d|"],
            dismissTold: true, sound: true, level: "active", placeholder: "Agent completed a task",
            summary: "%u tasks completed"),
        Row(
            id: "AGENT_ERROR", family: .agent, kind: "error",
            actions: ["RETRY|Retry|f|", "VIEW_ERROR|View Details|f|", "DISMISS|Dismiss||"],
            sound: true, level: "active", placeholder: "Agent encountered an error", summary: "%u errors"),
        Row(
            id: "SESSION_UPDATE", family: .agent, kind: "status", actions: ["OPEN_SESSION|Open|f|"],
            sound: false, level: "passive", summary: "%u session updates"),

        Row(
            id: "new_item", family: .content, kind: "new_item", actions: ["VIEW_ITEM|View|f|"], dismissTold: true,
            sound: true, level: "active"),
        Row(
            id: "reminder", family: .content, kind: "reminder",
            actions: ["COMPLETE_TASK|Complete|f|", "SNOOZE|Snooze||"], dismissTold: true, sound: true, level: "active"),
        Row(
            id: "update", family: .content, kind: "update", actions: ["VIEW_ITEM|View|f|"], dismissTold: true,
            sound: true, level: "active"),
        Row(
            id: "message", family: .content, kind: "message",
            actions: ["REPLY|Reply||Send/Type your reply...", "VIEW_ITEM|View|f|"], dismissTold: true,
            sound: true, level: "active"),

        Row(
            id: "MESSAGE_CATEGORY", family: .content, kind: "message",
            actions: ["REPLY_ACTION|Reply|f|", "MARK_READ_ACTION|Mark as Read||"], dismissTold: true,
            sound: true, level: "active"),
        Row(
            id: "REMINDER_CATEGORY", family: .content, kind: "reminder",
            actions: ["COMPLETE_ACTION|Complete|f|", "SNOOZE_ACTION|Snooze 15 min||"], sound: true, level: "active"),
        Row(
            id: "UPDATE_CATEGORY", family: .content, kind: "update", actions: ["VIEW_UPDATE_ACTION|View|f|"],
            sound: true, level: "active"),
    ]

    @Test("Categories match the design's tables", arguments: table)
    func row(_ row: Row) throws {
        let category = try #require(CategoryCatalog[CategoryID(row.id)])
        #expect(category.family == row.family)
        #expect(category.kind.rawValue == row.kind)
        #expect(category.actions.map(Self.text) == row.actions)
        #expect(category.options == (row.dismissTold ? .customDismissAction : []))
        #expect(category.playsSound == row.sound)
        #expect(category.interruptionLevel.rawValue == row.level)
        if let placeholder = row.placeholder { #expect(category.hiddenPreviewPlaceholder == placeholder) }
        if let summary = row.summary { #expect(category.summaryFormat == summary) }
        #expect(!category.hiddenPreviewPlaceholder.isEmpty && category.summaryFormat.contains("%u"))
    }

    @Test("Every identifier is registered once")
    func complete() {
        #expect(CategoryCatalog.all.map(\.id.rawValue).sorted() == Self.table.map(\.id).sorted())
    }

    @Test("Approve requires an unlocked device and never opens the app")
    func approve() {
        let approvals = CategoryCatalog.all.flatMap(\.actions).filter { $0.effect == .approve }
        #expect(approvals.count == 2)
        for action in approvals { #expect(action.options == .authenticationRequired) }
    }

    @Test("Only categories that wait for a person are time-sensitive")
    func urgency() {
        for category in CategoryCatalog.all {
            let waits = category.kind == .approval || category.kind == .question
            #expect((category.interruptionLevel == .timeSensitive) == waits)
        }
    }

    @Test("Aliases of one kind differ in identifier, actions and options only")
    func aliases() {
        for (kind, categories) in Dictionary(grouping: CategoryCatalog.all, by: \.kind) {
            let shared = categories.map {
                [
                    $0.purpose, $0.hiddenPreviewPlaceholder, $0.summaryFormat, $0.interruptionLevel.rawValue,
                    "\($0.playsSound)",
                ]
            }
            #expect(Set(shared).count == 1, "\(kind)")
        }
    }

    @Test("Buttons with the same identifier have the same effect and can be looked up without a category")
    func effects() {
        for category in CategoryCatalog.all {
            for action in category.actions {
                #expect(CategoryCatalog.effect(of: action.id, in: category.id) == action.effect)
                #expect(CategoryCatalog.effect(of: action.id, in: nil) == action.effect)
                #expect(CategoryCatalog.effect(of: action.id, in: CategoryID("MY_OWN")) == action.effect)
            }
        }
        #expect(CategoryCatalog.effect(of: "NO_SUCH_ACTION", in: .message) == nil)
        #expect(ActionEffect.snoozeDelay == .seconds(900))
    }

    static func text(_ action: CategoryAction) -> String {
        let options: [(CategoryAction.Options, String)] = [
            (.authenticationRequired, "a"), (.destructive, "d"), (.foreground, "f"),
        ]
        let letters = options.map { action.options.contains($0.0) ? $0.1 : "" }.joined()
        let field = action.textInput.map { "\($0.button)/\($0.placeholder)" } ?? ""
        return "\(action.id)|\(action.title)|\(letters)|\(field)"
    }
}
