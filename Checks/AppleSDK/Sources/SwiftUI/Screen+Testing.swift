// Not part of Apple's API: a screen as tests see it.

/// What a view draws: its words, its buttons and what else was attached, read from `body` again at each look.
@_spi(Testing)
@MainActor
public struct Screen {
    /// A view or a modifier that the system would draw.
    public struct Element {
        /// Such as "Button", "Text", "task", "accessibilityLabel".
        public let kind: String
        public let text: String?
        /// The words of what it contains.
        public let texts: [String]
        public let isEnabled: Bool
        let action: (@MainActor () async -> Void)?
        let environment: EnvironmentValues
    }

    private let view: any View
    private let environment: EnvironmentValues

    public init<V>(_ view: V, environment change: (inout EnvironmentValues) -> Void = { _ in }) where V: View {
        var environment = EnvironmentValues()
        change(&environment)
        self.view = view
        self.environment = environment
    }

    public var elements: [Element] { Self.elements(of: view, environment) }

    /// All words, in the order in which they are drawn.
    public var texts: [String] { elements.filter { $0.kind == "Text" }.compactMap(\.text) }

    public func elements(_ kind: String) -> [Element] { elements.filter { $0.kind == kind } }

    /// What the modifiers of a kind say, such as all accessibility labels.
    public func texts(of kind: String) -> [String] { elements(kind).compactMap(\.text) }

    /// The titles of all buttons that can be pressed.
    public var buttons: [String] {
        elements("Button").filter(\.isEnabled).map { $0.texts.joined(separator: " ") }
    }

    /// Presses the first enabled button or toggle with this title. False if there is none.
    @discardableResult
    public func press(_ title: String) async -> Bool {
        let pressed = elements.first {
            ["Button", "Toggle", "Link", "Menu"].contains($0.kind) && $0.isEnabled && $0.texts.contains(title)
        }
        guard let pressed else { return false }
        await Self.run(pressed)
        return true
    }

    /// Runs what was attached, such as all actions of the kind "task", "onAppear" or "refreshable".
    public func run(_ kind: String) async {
        for element in elements(kind) { await Self.run(element) }
    }

    private static func run(_ element: Element) async {
        guard let action = element.action else { return }
        await EnvironmentValues.$current.withValue(EnvironmentBox(values: element.environment)) { await action() }
    }

    private static func elements(of view: any View, _ environment: EnvironmentValues) -> [Element] {
        EnvironmentValues.$current.withValue(EnvironmentBox(values: environment)) {
            if let applied = view as? any AppliedModifier { return applied.elements(environment) }
            guard let drawn = view as? any _StubView else { return elements(of: view.body, environment) }
            return elements(of: drawn._node, environment)
        }
    }

    fileprivate static func elements(of node: _Node, _ environment: EnvironmentValues) -> [Element] {
        let inside = node.children().flatMap { elements(of: $0, environment) }
        let texts = inside.filter { $0.kind == "Text" }.compactMap(\.text)
        let own = Element(
            kind: node.kind, text: node.text, texts: texts, isEnabled: environment.isEnabled, action: node.action,
            environment: environment)
        return [own] + inside
    }

    fileprivate static func elements(
        of content: any View, _ modifier: any ViewModifier, _ environment: EnvironmentValues
    ) -> [Element] {
        guard let drawn = modifier as? any _StubModifier else {
            return elements(of: applying(modifier, to: content), environment)
        }
        var changed = environment
        drawn._node.environment?(&changed)
        return elements(of: content, changed) + elements(of: drawn._node, environment)
    }

    private static func applying<M>(_ modifier: M, to content: any View) -> any View where M: ViewModifier {
        modifier.body(content: _ViewModifier_Content(content))
    }
}

@MainActor
private protocol AppliedModifier {
    func elements(_ environment: EnvironmentValues) -> [Screen.Element]
}

extension ModifiedContent: AppliedModifier where Content: View, Modifier: ViewModifier {
    func elements(_ environment: EnvironmentValues) -> [Screen.Element] {
        Screen.elements(of: content, modifier, environment)
    }
}
