public import BellhopKit
public import BellhopModel

extension TestPhone {
    /// The push about `ask` arrives and is shown by the system under `id`.
    @discardableResult
    public func show(_ ask: Ask, id: String? = nil) async -> DeliveredNotification {
        await center.show(Fixture.push(ask), id: id ?? Self.id(of: ask))
    }

    /// An agent asks: the server has the ask, and the lock screen shows it.
    ///
    /// - Returns: the same.
    @discardableResult
    public func receive(_ ask: Ask) async -> Ask {
        await server.add(ask)
        await show(ask)
        return ask
    }

    /// The person taps the button of `ask`'s notification that means `effect`; returns when the app is done with it.
    ///
    /// - Parameter text: what they typed, for a button that takes text.
    /// - Throws: ``NoSuchButton`` when there is no such notification, or no such button.
    public func tap(_ effect: ActionEffect, on ask: Ask, text: String? = nil) async throws {
        guard let category = CategoryCatalog[ask.category],
            let action = category.actions.first(where: { $0.effect == effect }),
            let response = await center.tap(action.id, on: Self.id(of: ask), text: text)
        else { throw NoSuchButton() }
        await bellhop.responded(response)
    }

    /// The person taps `ask`'s notification itself.
    ///
    /// - Throws: ``NoSuchButton`` when it is not shown.
    public func open(_ ask: Ask) async throws {
        guard let response = await center.tap(.opened, on: Self.id(of: ask)) else { throw NoSuchButton() }
        await bellhop.responded(response)
    }

    /// As the server names it to the system: the collapse id.
    static func id(of ask: Ask) -> String { "ask-\(ask.id)" }

    /// The phone could not be paired.
    public struct NotPaired: Error {
        public init() {}
    }
    /// There is nothing to tap.
    public struct NoSuchButton: Error {
        public init() {}
    }
}
