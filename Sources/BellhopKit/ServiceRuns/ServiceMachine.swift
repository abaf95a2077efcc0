import BellhopModel

/// One notification on its way through a service extension, as a state machine: whatever happens in whatever order,
/// it is handed over exactly once, with the best that there was until then. Pure.
struct ServiceMachine: Hashable, Sendable {
    enum Event: Hashable, Sendable {
        /// Better content than before.
        case content(EnrichedContent)
        /// A file to go with it.
        case file(AttachmentFile)
        /// All is done.
        case done
        /// The run's own time is over.
        case overBudget
        /// The system takes it back now.
        case expired
        case cancelled
    }

    enum Effect: Hashable, Sendable {
        case none
        case handOver(ServiceOutcome)
        /// The file is not needed any more.
        case discard(AttachmentFile)
    }

    private var content: EnrichedContent
    private var file: AttachmentFile?
    private(set) var isFinished = false

    init(_ content: EnrichedContent) { self.content = content }

    mutating func take(_ event: Event) -> Effect {
        switch event {
        case .content(let better):
            if !isFinished { content = better }
            return .none
        case .file(let new):
            guard !isFinished else { return .discard(new) }
            defer { file = new }
            return file.map(Effect.discard) ?? .none
        case .done: return finish(.complete)
        case .overBudget: return finish(.overBudget)
        case .expired: return finish(.expired)
        case .cancelled: return finish(.cancelled)
        }
    }

    private mutating func finish(_ ending: ServiceOutcome.Ending) -> Effect {
        guard !isFinished else { return .none }
        isFinished = true
        return .handOver(ServiceOutcome(content: content, file: file, ending: ending))
    }
}

/// The result that a service extension hands to the system.
package struct ServiceOutcome: Hashable, Sendable {
    package let content: EnrichedContent
    /// To be attached, if there is one.
    package let file: AttachmentFile?
    package let ending: Ending

    package enum Ending: String, Hashable, Sendable, CaseIterable {
        case complete
        /// The run's own time was over; what is missing was left out.
        case overBudget
        /// The system wanted it back (`serviceExtensionTimeWillExpire`).
        case expired
        case cancelled
    }
}
