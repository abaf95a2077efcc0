import BellhopKit
import BellhopModel
import Observation

/// The conversation of a message, and the draft of a reply.
@Observable @MainActor
final class MessageModel {
    let id: MessageID
    /// The conversation, oldest message first.
    private(set) var phase: LoadingPhase<[Message]> = .loading
    private(set) var problem: String?
    var reply = ""
    private let app: AppModel

    init(_ id: MessageID, in app: AppModel) {
        self.id = id
        self.app = app
    }

    func load() async {
        guard case .items(let latest, _) = await app.bellhop.messages() else {
            phase = .unavailable
            return
        }
        guard let message = latest.first(where: { $0.id == id }) else {
            phase = .notFound
            return
        }
        switch await app.bellhop.messages(in: message.conversation) {
        case .items(let messages, _): phase = .found(messages.sorted { $0.id < $1.id })
        case .unavailable: phase = .unavailable
        }
    }

    var canSend: Bool { !reply.allSatisfy(\.isWhitespace) }

    /// Sends the reply to the message with ``id``. A reply that was not sent stays in the field.
    func send() async {
        guard canSend else { return }
        let result = await app.bellhop.reply(to: id, reply)
        problem = result.problem
        guard result == .done else { return }
        reply = ""
        await load()
    }

    /// Indicates whether the user wrote the message.
    func isOwn(_ message: Message) -> Bool {
        if case .registered(_, let user) = app.registration { message.from == user } else { false }
    }
}
