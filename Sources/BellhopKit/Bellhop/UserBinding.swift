import BellhopModel

/// Knows the user whose data the device keeps, also across restarts.
actor UserBinding {
    private let record: SingleRecord<UserID>
    private let lock = AsyncLock()
    /// The user in the journal.
    private var current: UserID?

    init(journal: any Journal) { record = SingleRecord(.owner, in: journal) }

    /// Binds the device to `user`. The data of another user is erased first, so that a process that is killed
    /// before the binding is stored erases it again.
    func bind(_ user: UserID, erasing parts: [any UserScoped]) async {
        if current == user { return }
        _ = await lock.withLock {
            let former: UserID?
            switch await record.read() {
            case .found(let stored): former = stored
            case .nothing: former = nil
            case .locked: return
            }
            if former == user {
                current = user
                return
            }
            // Data from before the first pairing belongs to the first user.
            let isErased = former == nil ? true : await Self.erase(parts)
            if isErased, await record.write(user) { current = user }
        }
    }

    /// Signed out: erases all user data.
    func unbind(erasing parts: [any UserScoped]) async {
        _ = await lock.withLock {
            current = nil
            if await Self.erase(parts) { try? await record.remove() }
        }
    }

    /// - Returns: whether everything is erased.
    private static func erase(_ parts: [any UserScoped]) async -> Bool {
        var isErased = true
        for part in parts where (try? await part.erase()) == nil { isErased = false }
        return isErased
    }
}
