// Not part of Apple's API: what the stand-ins remember, so that tests can read a screen and press its buttons.

/// What a view that the system would draw was made of.
public struct _Node: @unchecked Sendable {
    // Immutable once made; views are read on the main actor only.
    let kind: String
    let text: String?
    let children: () -> [any View]
    let action: (@MainActor () async -> Void)?
    let environment: ((inout EnvironmentValues) -> Void)?
    /// What a person types.
    var write: (@MainActor (String) -> Void)?

    init(
        _ kind: String, text: String? = nil, _ children: [any View] = [],
        action: (@MainActor () async -> Void)? = nil, environment: ((inout EnvironmentValues) -> Void)? = nil
    ) {
        self.init(kind, text: text, lazy: { children }, action: action, environment: environment)
    }

    init(
        _ kind: String, text: String? = nil, lazy children: @escaping () -> [any View],
        action: (@MainActor () async -> Void)? = nil, environment: ((inout EnvironmentValues) -> Void)? = nil
    ) {
        self.kind = kind
        self.text = text
        self.children = children
        self.action = action
        self.environment = environment
    }
}

/// A view that the system would draw.
public protocol _StubView: View where Body == Never {
    nonisolated var _node: _Node { get }
}

/// A modifier that the system would apply.
public protocol _StubModifier: ViewModifier where Body == Never {
    nonisolated var _node: _Node { get }
}

public struct _Modifier: _StubModifier {
    public typealias Body = Never
    nonisolated public let _node: _Node
}

extension View {
    /// Changes only how the view looks: nothing that a test could read.
    nonisolated func unchanged() -> Self { self }

    nonisolated func attaching(
        _ kind: String, text: String? = nil, _ children: [any View] = [], action: (@MainActor () async -> Void)? = nil
    ) -> ModifiedContent<Self, _Modifier> {
        modifier(_Modifier(_node: _Node(kind, text: text, children, action: action)))
    }

    nonisolated func attaching(
        _ kind: String, text: String? = nil, lazy children: @escaping () -> [any View],
        action: (@MainActor () async -> Void)? = nil
    ) -> ModifiedContent<Self, _Modifier> {
        modifier(_Modifier(_node: _Node(kind, text: text, lazy: children, action: action)))
    }
}
