import BellhopModel

/// Knows whose the things are that the device keeps, over restarts too.
actor Owner {
    private let record: SingleRecord<UserID>
    private let turn = Turn()
    /// As written down.
    private var present: UserID?

    init(journal: any Journal) { record = SingleRecord(.owner, in: journal) }

    /// The device is `user`'s now. What was somebody else's is forgotten before that is written down, so that
    /// whoever is killed in between begins again.
    ///
    /// - Returns: whether the device has changed hands.
    func become(_ user: UserID, forgetting parts: [any Forgetful]) async -> Bool {
        if present == user { return false }
        return await turn.take { () async -> Bool in
            let former: UserID?
            switch await record.read() {
            case .found(let kept): former = kept
            case .nothing: former = nil
            case .locked: return false
            }
            guard former != user else {
                present = user
                return false
            }
            var isForgotten = true
            // What was kept before there was an owner is the first owner's.
            if former != nil {
                for part in parts where (try? await part.forget()) == nil { isForgotten = false }
            }
            if isForgotten, await record.write(user) { present = user }
            return former != nil
        } ?? false
    }

    /// Signed out: there is no owner, and nothing of theirs.
    func leave(forgetting parts: [any Forgetful]) async {
        _ = await turn.take {
            present = nil
            var isForgotten = true
            for part in parts where (try? await part.forget()) == nil { isForgotten = false }
            if isForgotten { try? await record.remove() }
        }
    }
}
