import BellhopModel

/// Everything that waits to be sent: answers, actions, read receipts and preferences.
struct OutgoingRequests: Sendable {
    let answers: AnswerService
    let actions: ActionService
    let reads: ReadReceipts
    let preferences: PreferenceService

    /// Sends everything now.
    func flush() async {
        await answers.flush()
        await actions.flush()
        await reads.queue.flush(everything: true)
        await preferences.send()
    }

    /// Sends each kind when it is due, until the task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await answers.run() }
            group.addTask { await actions.run() }
            group.addTask { await reads.queue.run() }
            group.addTask { await preferences.run() }
        }
    }
}
