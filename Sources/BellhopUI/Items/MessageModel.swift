import BellhopKit
public import BellhopModel
public import Observation

/// The conversation of a message that a notification led to, and a reply to it.
@Observable @MainActor
public final class MessageModel {
    public let id: MessageID
    /// The conversation, oldest message first.
    public private(set) var phase: LoadingPhase<[Message]> = .loading
    public private(set) var problem: String?
    public var reply = ""
    private let app: AppModel

    public init(_ id: MessageID, in app: AppModel) {
        self.id = id
        self.app = app
    }

    public func load() async {
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

    public var canSend: Bool { !reply.allSatisfy(\.isWhitespace) }

    /// Replies to the message that the notification was about. What was not sent stays in the field.
    public func send() async {
        guard canSend else { return }
        let verdict = await app.bellhop.reply(to: id, reply)
        problem = verdict.problem
        guard verdict == .done else { return }
        reply = ""
        await load()
    }

    /// Whether the person wrote it.
    public func isOwn(_ message: Message) -> Bool {
        if case .registered(_, let user) = app.registration { message.from == user } else { false }
    }
}
