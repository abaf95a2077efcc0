// Not part of Apple's API: a screen for tests.

/// The content of a view: its texts, buttons and modifiers, read from `body` at each access. The state of inner views
/// is kept by their positions. Of a navigation stack with a path only the last screen is drawn; of a tab view all tabs.
@_spi(Testing)
@MainActor
public struct Screen {
    /// A view or a modifier that the system would draw.
    public struct Element {
        /// For example "Button", "Text", "task", "accessibilityLabel".
        public let kind: String
        public let text: String?
        /// The texts inside.
        public let texts: [String]
        public let isEnabled: Bool
        let action: (@MainActor () async -> Void)?
        let write: (@MainActor (String) -> Void)?
        let environment: EnvironmentValues
    }

    private let view: any View
    private let environment: EnvironmentValues
    private let state = KeptState()

    public init<V>(_ view: V, environment change: (inout EnvironmentValues) -> Void = { _ in }) where V: View {
        var environment = EnvironmentValues()
        change(&environment)
        self.view = view
        self.environment = environment
    }

    public var elements: [Element] { Reader(state: state, place: "", environment: environment).elements(of: view) }

    /// All texts, in the order of drawing.
    public var texts: [String] { elements.filter { $0.kind == "Text" }.compactMap(\.text) }

    public func elements(_ kind: String) -> [Element] { elements.filter { $0.kind == kind } }

    /// The texts of all modifiers of a kind, such as all accessibility labels.
    public func texts(of kind: String) -> [String] { elements(kind).compactMap(\.text) }

    /// The titles of all enabled buttons.
    public var buttons: [String] {
        elements("Button").filter(\.isEnabled).map { $0.texts.joined(separator: " ") }
    }

    /// Presses the first enabled button, toggle or stepper increment with this title; while an alert, a dialog or a
    /// sheet is shown, only in it.
    ///
    /// - Returns: `false` when there is none.
    @discardableResult
    public func press(_ title: String) async -> Bool {
        let all = elements
        let covers: Set = ["alert", "confirmationDialog", "sheet", "fullScreenCover"]
        let front = all.lastIndex { covers.contains($0.kind) && !$0.texts.isEmpty }
        let pressed = all[(front ?? 0)...].first {
            ["Button", "Toggle", "Link", "Menu", "Stepper"].contains($0.kind) && $0.isEnabled
                && $0.texts.contains(title)
        }
        guard let pressed else { return false }
        await Work(pressed).run()
        return true
    }

    /// Replaces the text of the first enabled text field with this label.
    ///
    /// - Returns: `false` when there is none.
    @discardableResult
    public func type(_ text: String, into label: String) -> Bool {
        let field = elements("TextField").first { $0.isEnabled && $0.texts.contains(label) }
        field?.write?(text)
        return field?.write != nil
    }

    /// Runs all actions of a kind, such as "task", "onAppear" or "refreshable", concurrently. Returns when all are
    /// done.
    public func run(_ kind: String) async {
        await withDiscardingTaskGroup { group in
            for element in elements(kind) {
                let work = Work(element)
                group.addTask { await work.run() }
            }
        }
    }

    /// The action of an element.
    private struct Work: @unchecked Sendable {
        // Immutable; runs only on the main actor.
        let action: (@MainActor () async -> Void)?
        let environment: EnvironmentValues

        init(_ element: Element) { (action, environment) = (element.action, element.environment) }

        @MainActor func run() async {
            guard let action else { return }
            await EnvironmentValues.$current.withValue(EnvironmentBox(values: environment)) { await action() }
        }
    }
}

/// Reads one view at its position among the others.
@MainActor
private struct Reader {
    let state: KeptState
    let place: String
    var environment: EnvironmentValues

    func inside(_ name: String) -> Reader { Reader(state: state, place: "\(place)/\(name)", environment: environment) }

    func elements(of view: any View) -> [Screen.Element] {
        EnvironmentValues.$current.withValue(EnvironmentBox(values: environment)) {
            if let applied = view as? any AppliedModifier { return applied.elements(self) }
            if let drawn = view as? any _StubView { return elements(of: drawn._node) }
            let reader = inside("\(type(of: view))")
            state.connect(view, at: reader.place)
            return reader.elements(of: view.body)
        }
    }

    func elements(of node: _Node) -> [Screen.Element] {
        var reader = self
        node.environment?(&reader.environment)
        let inside = node.children().enumerated().flatMap { index, child in
            reader.inside("\(node.kind) \(index)").elements(of: child)
        }
        let texts = inside.filter { $0.kind == "Text" }.compactMap(\.text)
        let own = Screen.Element(
            kind: node.kind, text: node.text, texts: texts, isEnabled: environment.isEnabled, action: node.action,
            write: node.write, environment: environment)
        return [own] + inside
    }

    func elements<M>(of content: any View, with modifier: M) -> [Screen.Element] where M: ViewModifier {
        guard let drawn = modifier as? any _StubModifier else {
            let reader = inside("\(M.self)")
            state.connect(modifier, at: reader.place)
            return reader.elements(of: modifier.body(content: _ViewModifier_Content(content)))
        }
        let node = drawn._node
        let attached = elements(of: node)
        // It covers the view that it is attached to.
        if node.kind == "navigationDestination", attached.count > 1 { return attached }
        var reader = node.kind == "id" ? inside("id \(node.text ?? "")") : self
        node.environment?(&reader.environment)
        return reader.elements(of: content) + attached
    }
}

/// The `State` of a screen's views, by their positions.
@MainActor
private final class KeptState {
    private var boxes: [String: AnyObject] = [:]

    func connect(_ view: Any, at place: String) {
        for property in Mirror(reflecting: view).children {
            guard let state = property.value as? any Keepable, let label = property.label else { continue }
            state.keep(in: &boxes["\(place).\(label)"])
        }
    }
}

private protocol Keepable {
    /// Takes over the state of the former view at its position.
    func keep(in former: inout AnyObject?)
}

extension State: Keepable {
    func keep(in former: inout AnyObject?) {
        if let known = former as? Box<Value> { box.follow(known) } else { former = box }
    }
}

@MainActor
private protocol AppliedModifier {
    func elements(_ reader: Reader) -> [Screen.Element]
}

extension ModifiedContent: AppliedModifier where Content: View, Modifier: ViewModifier {
    fileprivate func elements(_ reader: Reader) -> [Screen.Element] { reader.elements(of: content, with: modifier) }
}
