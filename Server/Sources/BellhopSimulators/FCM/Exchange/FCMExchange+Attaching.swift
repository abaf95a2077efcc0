import BellhopModel
import Synchronization

// Streams have no termination handlers here: one would take the lock under which the streams are fed, and deadlock with
// whoever cancels their reader. That a reader has left is found out when it is to be told something.
extension FCMExchange {
    /// The messages of a device, from now on and what was stored for it. A second attachment ends the first.
    func attach(_ token: DeviceToken) -> AsyncStream<DeliveredMessage> {
        let (stream, continuation) = AsyncStream.makeStream(of: DeliveredMessage.self)
        let replaced = state.withLock { state in
            state.mailboxes[token.text, default: FCMMailbox()].attach(continuation, now: clock())
        }
        replaced?.finish()
        return stream
    }

    /// Every request to send from now on, when its fate is decided.
    func observe() -> AsyncStream<ReceivedMessage> {
        let (stream, continuation) = AsyncStream.makeStream(of: ReceivedMessage.self)
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
        let (devices, observers) = state.withLock { state in
            state.held = []
            var devices: [FCMMailbox.Stream.Continuation] = []
            for key in state.mailboxes.keys {
                if let device = state.mailboxes[key]?.detach() { devices.append(device) }
            }
            defer { state.observers = [] }
            return (devices, state.observers)
        }
        for device in devices { device.finish() }
        for observer in observers { observer.finish() }
    }
}
