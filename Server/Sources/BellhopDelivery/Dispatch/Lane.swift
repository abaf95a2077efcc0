import BellhopModel

/// The way to one gateway: a queue, and a bound on how many sends are under way. A slow gateway fills its own lane
/// and no other.
final class Lane: Sendable {
    let platform: Platform
    private let capacity: Int
    private let concurrency: Int
    private let jobs = Mailbox<Job>()

    init(_ platform: Platform, capacity: Int, concurrency: Int) {
        self.platform = platform
        self.capacity = capacity
        self.concurrency = concurrency
    }

    func hasRoom(for count: Int) -> Bool { jobs.count + count <= capacity }

    /// What is no campaign's goes ahead of what is: nobody waits for a campaign.
    /// - Returns: those for which there was no room.
    func add(_ jobs: [Job]) -> ArraySlice<Job> {
        let alone = self.jobs.put(jobs.filter { !$0.isBulk }, capacity: capacity, isAhead: true)
        return alone + self.jobs.put(jobs.filter(\.isBulk), capacity: capacity)
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
