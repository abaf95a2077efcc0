// Signatures: https://developer.apple.com/documentation/swiftui/image
// Signatures: https://developer.apple.com/documentation/swiftui/uikit-integration

public import Foundation
public import UIKit

public struct Image: Equatable, Sendable {
    let name: String
    let label: String?

    public init(systemName: String) { (name, label) = (systemName, nil) }
    public init(systemName: String, variableValue: Double?) { (name, label) = (systemName, nil) }
    public init(_ name: String, bundle: Bundle? = nil) { (self.name, label) = (name, nil) }
    public init(_ name: String, bundle: Bundle? = nil, label: Text) { (self.name, self.label) = (name, label.string) }
    public init(decorative name: String, bundle: Bundle? = nil) { (self.name, label) = (name, nil) }

    public enum TemplateRenderingMode: Hashable, Sendable { case template, original }
    public enum Scale: CaseIterable, Hashable, Sendable { case small, medium, large }
    public enum Interpolation: Hashable, Sendable { case none, low, medium, high }
    public enum ResizingMode: Hashable, Sendable { case tile, stretch }

    public func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: Image.ResizingMode = .stretch) -> Image {
        self
    }
    public func renderingMode(_ renderingMode: Image.TemplateRenderingMode?) -> Image { self }
    public func interpolation(_ interpolation: Image.Interpolation) -> Image { self }
    public func antialiased(_ isAntialiased: Bool) -> Image { self }
    public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Image { self }
}

extension Image: _StubView {
    public typealias Body = Never
    nonisolated public var _node: _Node { _Node("Image", text: label ?? name) }
}

public struct SymbolRenderingMode: Sendable {
    public static let monochrome = SymbolRenderingMode()
    public static let multicolor = SymbolRenderingMode()
    public static let hierarchical = SymbolRenderingMode()
    public static let palette = SymbolRenderingMode()
}

public struct SymbolVariants: Hashable, Sendable {
    public static let none = SymbolVariants()
    public static let circle = SymbolVariants()
    public static let square = SymbolVariants()
    public static let fill = SymbolVariants()
    public static let slash = SymbolVariants()
    public var circle: SymbolVariants { self }
    public var fill: SymbolVariants { self }
    public var slash: SymbolVariants { self }
}

extension View {
    nonisolated public func imageScale(_ scale: Image.Scale) -> some View { unchanged() }
    nonisolated public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View { unchanged() }
    nonisolated public func symbolVariant(_ variant: SymbolVariants) -> some View { unchanged() }
}

public struct AsyncImage<Content>: _StubView where Content: View {
    nonisolated public let _node: _Node
    nonisolated public init(url: URL?, scale: CGFloat = 1) where Content == Image { _node = _Node("AsyncImage") }
    nonisolated public init<I, P>(
        url: URL?, scale: CGFloat = 1, @ViewBuilder content: @escaping (Image) -> I,
        @ViewBuilder placeholder: @escaping () -> P
    ) where Content == _ConditionalContent<I, P>, I: View, P: View {
        _node = _Node("AsyncImage", lazy: { [placeholder()] })
    }
}

@MainActor @preconcurrency
public protocol UIViewRepresentable: View where Self.Body == Never {
    associatedtype UIViewType: UIView
    associatedtype Coordinator = Void
    typealias Context = UIViewRepresentableContext<Self>
    @MainActor @preconcurrency func makeUIView(context: Self.Context) -> Self.UIViewType
    @MainActor @preconcurrency func updateUIView(_ uiView: Self.UIViewType, context: Self.Context)
    @MainActor @preconcurrency static func dismantleUIView(_ uiView: Self.UIViewType, coordinator: Self.Coordinator)
    @MainActor @preconcurrency func makeCoordinator() -> Self.Coordinator
}

extension UIViewRepresentable {
    public static func dismantleUIView(_ uiView: UIViewType, coordinator: Coordinator) {}
}

extension UIViewRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
}

@MainActor @preconcurrency
public struct UIViewRepresentableContext<Representable> where Representable: UIViewRepresentable {
    public let coordinator: Representable.Coordinator
    public var environment: EnvironmentValues { EnvironmentValues.current.values }
}

@MainActor @preconcurrency
public protocol UIViewControllerRepresentable: View where Self.Body == Never {
    associatedtype UIViewControllerType: UIViewController
    associatedtype Coordinator = Void
    typealias Context = UIViewControllerRepresentableContext<Self>
    @MainActor @preconcurrency func makeUIViewController(context: Self.Context) -> Self.UIViewControllerType
    @MainActor @preconcurrency func updateUIViewController(
        _ uiViewController: Self.UIViewControllerType, context: Self.Context)
    @MainActor @preconcurrency func makeCoordinator() -> Self.Coordinator
}

extension UIViewControllerRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
}

@MainActor @preconcurrency
public struct UIViewControllerRepresentableContext<Representable> where Representable: UIViewControllerRepresentable {
    public let coordinator: Representable.Coordinator
    public var environment: EnvironmentValues { EnvironmentValues.current.values }
}

@MainActor @preconcurrency
open class UIHostingController<Content>: UIViewController where Content: View {
    public var rootView: Content
    public init(rootView: Content) {
        self.rootView = rootView
        super.init(nibName: nil, bundle: nil)
    }
    @available(*, unavailable)
    public required dynamic init?(coder aDecoder: NSCoder) { nil }
}

extension Color {
    public init(uiColor: UIColor) { self.init(named: "uiColor") }
}

extension Image {
    public init(uiImage: UIImage) { self.init(decorative: "uiImage") }
}
