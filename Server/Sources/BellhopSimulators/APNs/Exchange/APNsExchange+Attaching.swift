import BellhopModel
import Synchronization

extension APNsExchange {
    /// The pushes of a device, from now on and what was stored for it. A second attachment ends the first.
    func attach(_ token: DeviceToken) -> AsyncStream<DeliveredPush> {
        let key = token.text.lowercased()
        let (stream, continuation) = AsyncStream.makeStream(of: DeliveredPush.self)
        let (id, replaced) = state.withLock { state in
            state.lastNumber += 1
            let replaced = state.mailboxes[key, default: Mailbox()]
                .attach(continuation, id: state.lastNumber, now: clock())
            return (state.lastNumber, replaced)
        }
        replaced?.finish()
        continuation.onTermination = { [weak self] _ in self?.detach(key, id) }
        return stream
    }

    private func detach(_ key: String, _ id: Int) {
        state.withLock { state in
            state.mailboxes[key]?.detach(id)
            if state.mailboxes[key]?.isIdle == true { state.mailboxes[key] = nil }
        }
    }

    /// Every request from now on, when its fate is decided.
    func observe() -> AsyncStream<ReceivedPush> {
        let (stream, continuation) = AsyncStream.makeStream(of: ReceivedPush.self)
        let id = state.withLock { state in
            state.lastNumber += 1
            state.observers[state.lastNumber] = continuation
            return state.lastNumber
        }
        continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.observers[id] = nil } }
        return stream
    }

    /// Gives every held answer.
    func release() {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        for resume in held { resume() }
    }

    /// Ends every stream that was handed out, and forgets the answers that are held.
    func finish() {
        let (phones, observers) = state.withLock { state in
            state.held = []
            var phones: [Mailbox.Stream.Continuation] = []
            for key in state.mailboxes.keys {
                if let phone = state.mailboxes[key]?.detach() { phones.append(phone) }
            }
            return (phones, Array(state.observers.values))
        }
        for phone in phones { phone.finish() }
        for observer in observers { observer.finish() }
    }
}
