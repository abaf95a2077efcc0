import BellhopModel
import Synchronization

// Streams have no termination handlers here: one would take the lock under which the streams are fed, and deadlock with
// whoever cancels their reader. That a reader has left is found out when it is to be told something.
extension APNsExchange {
    /// The pushes of a device, from now on and what was stored for it. A second attachment ends the first.
    func attach(_ token: DeviceToken) -> AsyncStream<DeliveredPush> {
        let key = token.text.lowercased()
        let (stream, continuation) = AsyncStream.makeStream(of: DeliveredPush.self)
        let replaced = state.withLock { state in
            state.mailboxes[key, default: Mailbox()].attach(continuation, now: clock())
        }
        replaced?.finish()
        return stream
    }

    /// Every request from now on, when its fate is decided.
    func observe() -> AsyncStream<ReceivedPush> {
        let (stream, continuation) = AsyncStream.makeStream(of: ReceivedPush.self)
        state.withLock { $0.observers.append(continuation) }
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
        let (phones, observers, followers) = state.withLock { state in
            state.held = []
            var phones: [Mailbox.Stream.Continuation] = []
            for key in state.mailboxes.keys {
                if let phone = state.mailboxes[key]?.detach() { phones.append(phone) }
            }
            defer { state.observers = [] }
            return (phones, state.observers, state.channels.detachAll())
        }
        for phone in phones { phone.finish() }
        for observer in observers { observer.finish() }
        for follower in followers { follower.finish() }
    }
}
