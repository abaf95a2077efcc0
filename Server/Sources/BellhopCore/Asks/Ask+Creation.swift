import BellhopModel

extension Ask {
    /// A new ask, with the one deadline that everybody goes by.
    init(_ request: AskRequest, by key: KeyRecord, at now: Timestamp) {
        self.init(
            id: .make(at: now), userID: key.userID, sessionID: request.sessionID,
            category: request.category ?? (request.content.isApproval ? .approvalRequest : .questionAsked),
            request: request.content, createdAt: now, deadline: now + .seconds(request.expiresIn))
    }
}

extension UserNotification {
    /// What tells the user of `ask`: grouped with its session, gone at its deadline.
    init(of ask: Ask) {
        self.init(
            id: .make(at: ask.createdAt), userID: ask.userID, category: ask.category, sessionID: ask.sessionID,
            askID: ask.id, title: ask.request.title, body: ask.request.body, thread: ask.sessionID?.description,
            deepLink: "bellhop://asks/\(ask.id)", createdAt: ask.createdAt, expiresAt: ask.deadline)
    }
}
