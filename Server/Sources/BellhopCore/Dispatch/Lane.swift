import BellhopModel
import Synchronization

/// The way to one gateway: a queue, and a bound on how many sends are under way. A slow gateway fills its own lane
/// and no other.
final class Lane: Sendable {
    /// Whether a whole batch can be added.
    struct Room: Hashable, Sendable {
        var single = true
        var bulk = true
    }

    let platform: Platform
    private let capacity: Int
    private let batch: Int
    private let concurrency: Int
    private let jobs = Mailbox<Job>()
    /// What there was no room for when somebody looked.
    private let missed = Mutex(Room())

    /// - Parameters:
    ///   - capacity: how many jobs may wait; half as many keep out what is bulk, so that there is room for what is not.
    ///   - batch: how many are added at once.
    init(_ platform: Platform, capacity: Int, batch: Int, concurrency: Int) {
        self.platform = platform
        self.capacity = capacity
        self.batch = min(batch, capacity)
        self.concurrency = concurrency
    }

    /// What can be added. Where it is not room for everything, ``hasRoomAgain()`` says when there is.
    var room: Room {
        // Noted before it is looked at: room that comes about in between is not missed.
        missed.withLock { $0 = Room(single: false, bulk: false) }
        let room = currentRoom
        missed.withLock { $0 = room }
        return room
    }

    /// Whether there is room now that there was not when ``room`` was asked for; says so once.
    func hasRoomAgain() -> Bool {
        let room = currentRoom
        return missed.withLock { missed in
            let isNews = (room.single && !missed.single) || (room.bulk && !missed.bulk)
            if isNews { missed = room }
            return isNews
        }
    }

    private var currentRoom: Room {
        let count = jobs.count
        return Room(single: count + batch <= capacity, bulk: count + batch <= max(batch, capacity / 2))
    }

    /// What is no campaign's goes ahead of what is: nobody waits for a campaign. Takes all, also beyond the capacity.
    func add(_ jobs: [Job]) {
        self.jobs.put(jobs.filter { !$0.isBulk }, isAhead: true)
        self.jobs.put(jobs.filter(\.isBulk))
    }

    /// Begins no more jobs.
    /// - Returns: those that were waiting.
    func close() -> [Job] { jobs.closeAndEmpty() }

    /// Works until the lane is closed and what has begun is done.
    ///
    /// - Parameter onTake: called whenever jobs have left the queue.
    func run(_ work: @escaping @Sendable (Job) async -> Void, onTake: () -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            var running = 0
            while true {
                if running == concurrency {
                    await group.next()
                    running -= 1
                }
                let taken = await jobs.take(atMost: concurrency - running)
                if taken.isEmpty { return }
                for job in taken { group.addTask { await work(job) } }
                running += taken.count
                onTake()
            }
        }
    }
}
