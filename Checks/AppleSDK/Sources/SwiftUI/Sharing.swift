// Signatures: https://developer.apple.com/documentation/swiftui/sharelink
// https://developer.apple.com/documentation/coretransferable/transferable (SwiftUI re-exports that module)

public import Foundation

public protocol Transferable {
    associatedtype Representation: TransferRepresentation
    @TransferRepresentationBuilder<Self> static var transferRepresentation: Self.Representation { get }
}

public protocol TransferRepresentation: Sendable {
    associatedtype Item: Transferable
}

@resultBuilder
public struct TransferRepresentationBuilder<Item> where Item: Transferable {
    public static func buildBlock<Content>(_ content: Content) -> Content
    where Content: TransferRepresentation, Content.Item == Item { content }
}

public struct ProxyRepresentation<Item, ProxyRepresentation>: TransferRepresentation
where Item: Transferable, ProxyRepresentation: Transferable {
    public init(exporting: @escaping @Sendable (Item) throws -> ProxyRepresentation) {}
}

extension String: Transferable {
    public static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation<String, String>(exporting: { $0 })
    }
}

extension URL: Transferable {
    public static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation<URL, String>(exporting: { $0.absoluteString })
    }
}

extension Data: Transferable {
    public static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation<Data, String>(exporting: { $0.base64EncodedString() })
    }
}

public struct DefaultShareLinkLabel: _StubView {
    nonisolated public var _node: _Node { _Node("DefaultShareLinkLabel") }
}

public struct SharePreview<Image, Icon> where Image: Transferable, Icon: Transferable {}

extension Never: Transferable {
    public static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation<Never, String>(exporting: { _ in "" })
    }
}

extension SharePreview where Image == Never, Icon == Never {
    public init(_ titleKey: LocalizedStringKey) {}
    @_disfavoredOverload public init<S>(_ title: S) where S: StringProtocol {}
}

public struct ShareLink<Data, PreviewImage, PreviewIcon, Label>: _StubView
where
    Data: RandomAccessCollection, PreviewImage: Transferable, PreviewIcon: Transferable, Label: View,
    Data.Element: Transferable
{
    nonisolated public let _node: _Node
}

extension ShareLink where PreviewImage == Never, PreviewIcon == Never, Data == CollectionOfOne<URL> {
    nonisolated public init(
        item: URL, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label
    ) { _node = _Node("ShareLink", [label()]) }
    nonisolated public init(item: URL, subject: Text? = nil, message: Text? = nil)
    where Label == DefaultShareLinkLabel { _node = _Node("ShareLink") }
    nonisolated public init(_ titleKey: LocalizedStringKey, item: URL, subject: Text? = nil, message: Text? = nil)
    where Label == DefaultShareLinkLabel { _node = _Node("ShareLink", text: titleKey.string) }
}

extension ShareLink where PreviewImage == Never, PreviewIcon == Never, Data == CollectionOfOne<String> {
    nonisolated public init(
        item: String, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label
    ) { _node = _Node("ShareLink", [label()]) }
    nonisolated public init(item: String, subject: Text? = nil, message: Text? = nil)
    where Label == DefaultShareLinkLabel { _node = _Node("ShareLink") }
    nonisolated public init(_ titleKey: LocalizedStringKey, item: String, subject: Text? = nil, message: Text? = nil)
    where Label == DefaultShareLinkLabel { _node = _Node("ShareLink", text: titleKey.string) }
}

extension ShareLink {
    nonisolated public init<I>(
        item: I, subject: Text? = nil, message: Text? = nil, preview: SharePreview<PreviewImage, PreviewIcon>,
        @ViewBuilder label: () -> Label
    ) where Data == CollectionOfOne<I>, I: Transferable { _node = _Node("ShareLink", [label()]) }
    nonisolated public init<I>(
        item: I, subject: Text? = nil, message: Text? = nil, preview: SharePreview<PreviewImage, PreviewIcon>
    ) where Data == CollectionOfOne<I>, Label == DefaultShareLinkLabel, I: Transferable { _node = _Node("ShareLink") }
}
