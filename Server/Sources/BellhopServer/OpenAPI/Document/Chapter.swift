/// One noun of the API: its routes, and the bodies that they take and give.
struct Chapter: Sendable {
    let title: String
    let note: String
    let operations: [Operation]
    let bodies: [BodyDescription]

    init(_ title: String, _ note: String, operations: [Operation], bodies: [BodyDescription]) {
        self.title = title
        self.note = note
        self.operations = operations
        self.bodies = bodies
    }
}
