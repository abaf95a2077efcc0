import BellhopModel
import Synchronization

/// The queue of one platform's gateway, with a limit on concurrent sends. A slow gateway fills only its own queue.
final class PlatformQueue: Sendable {
    /// Indicates whether a whole batch of each kind can be added.
    struct Room: Hashable, Sendable {
        var single = true
        var bulk = true
    }

    let platform: Platform
    private let capacity: Int
    private let batch: Int
    private let concurrency: Int
    private let jobs = BatchQueue<DeliveryJob>()
    /// The room at the last read of ``room``.
    private let lastRoom = Mutex(Room())
    /// The number of reserved places.
    private let reserved = Mutex(0)

    /// - Parameters:
    ///   - capacity: the maximum number of waiting jobs. Bulk jobs may fill half of it, so that single ones find room.
    ///   - batch: the maximum number of jobs added at once.
    init(_ platform: Platform, capacity: Int, batch: Int, concurrency: Int) {
        self.platform = platform
        self.capacity = capacity
        self.batch = min(batch, capacity)
        self.concurrency = concurrency
    }

    /// The kinds of jobs that can be added now. ``hasNewRoom()`` reports when there is more room later.
    var room: Room {
        // Reset before the count is read, so that room that appears in between is not missed.
        lastRoom.withLock { $0 = Room(single: false, bulk: false) }
        let room = currentRoom
        lastRoom.withLock { $0 = room }
        return room
    }

    /// Returns whether there is room that ``room`` lacked when it was last read; true once for each change.
    func hasNewRoom() -> Bool {
        let room = currentRoom
        return lastRoom.withLock { last in
            let isNew = (room.single && !last.single) || (room.bulk && !last.bulk)
            if isNew { last = room }
            return isNew
        }
    }

    private var currentRoom: Room {
        let count = jobs.count + reserved.withLock { $0 }
        return Room(single: count + batch <= capacity, bulk: count + batch <= max(batch, capacity / 2))
    }

    /// Reserves places for single jobs, beside those of a batch that may be on its way.
    ///
    /// - Returns: `false` without room for them.
    func reserve(_ count: Int) -> Bool {
        reserved.withLock { reserved in
            guard jobs.count + reserved + count + batch <= capacity else { return false }
            reserved += count
            return true
        }
    }

    /// Gives reserved places back.
    func release(_ count: Int) { reserved.withLock { $0 -= count } }

    /// Adds all `jobs`, single ones before bulk ones, even beyond the capacity.
    ///
    /// - Returns: all jobs when it is closed.
    func add(_ jobs: [DeliveryJob]) -> [DeliveryJob] {
        let refused = self.jobs.append(jobs.filter { !$0.isBulk }, isAhead: true)
        return refused + Array(self.jobs.append(jobs.filter(\.isBulk)))
    }

    /// Starts no more jobs.
    /// - Returns: the jobs that were waiting.
    func close() -> [DeliveryJob] { jobs.closeAndDrain() }

    /// Runs jobs until the queue is closed and the running jobs are done.
    ///
    /// - Parameter onTake: called after jobs have left the queue.
    func run(_ work: @escaping @Sendable (DeliveryJob) async -> Void, onTake: () -> Void) async {
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
