import AppIntents
import Foundation
import Observation
@_spi(Testing) import SwiftUI
import Testing

@MainActor
@Observable
private final class Counter {
    var count = 0
    var name = ""
    var isShown = false
}

private struct CounterView: View {
    @Bindable var counter: Counter
    @State private var isOn = false
    @Environment(\.dismiss) private var dismiss
    @Environment(\.isEnabled) private var isEnabled

    var body: some View {
        NavigationStack {
            VStack {
                Text("\(counter.count) asks")
                if isOn { Text("on") }
                Button("Add") { counter.count += 1 }
                Button("Never") { counter.count = -1 }.disabled(counter.count < 10)
                Toggle("Sound", isOn: $isOn)
                TextField("Name", text: $counter.name)
                ForEach(0..<counter.count, id: \.self) { Text(verbatim: "row \($0)") }
                Text("hidden").accessibilityLabel("Spoken")
            }
            .toolbar { ToolbarItem(placement: .topBarTrailing) { Button("Edit") { counter.isShown = true } } }
        }
        .task { counter.name = "loaded" }
        .sheet(isPresented: $counter.isShown) { Text("Sheet") }
    }
}

private struct Loud: ViewModifier {
    func body(content: Content) -> some View {
        content.environment(\.locale, Locale(identifier: "de"))
        Text("!")
    }
}

/// A counter with a switch inside.
private struct Unfolding: View {
    @State private var isOpen = false
    var body: some View {
        Button("Unfold") { isOpen.toggle() }
        if isOpen { Text("inside") }
    }
}

private struct Outer: View {
    @Bindable var counter: Counter
    @State private var path: [Int] = []
    var body: some View {
        NavigationStack(path: $path) {
            VStack {
                Unfolding().id(counter.count)
                Button("Go") { path.append(7) }
            }
            .navigationDestination(for: Int.self) { Text("place \($0)") }
        }
    }
}

private struct Greeting: View {
    @Environment(\.locale) private var locale
    @Environment(Counter.self) private var counter
    var body: some View { Text(verbatim: "\(locale.identifier) \(counter.count)") }
}

private struct NameIntent: AppIntent {
    static let title: LocalizedStringResource = "Name"
    @Parameter(title: "Name") var name: String
    private let log: Log

    actor Log {
        private(set) var names: [String] = []
        func add(_ name: String) { names.append(name) }
    }

    init() { log = Log() }
    init(name: String, log: Log) {
        self.log = log
        self.name = name
    }

    func perform() async throws -> some IntentResult {
        await log.add(name)
        return .result()
    }
}

@MainActor
@Suite("SwiftUI")
struct ScreenTests {
    @Test("A screen shows its texts, and updates them when its state changes")
    func state() async {
        let counter = Counter()
        let screen = Screen(CounterView(counter: counter))
        #expect(screen.texts.contains("0 asks") && !screen.texts.contains("on"))
        #expect(await screen.press("Add"))
        #expect(await screen.press("Sound"))
        #expect(screen.texts.contains("1 asks") && screen.texts.contains("row 0") && screen.texts.contains("on"))
    }

    @Test("A disabled button cannot be pressed")
    func disabled() async {
        let counter = Counter()
        let screen = Screen(CounterView(counter: counter))
        #expect(screen.buttons == ["Add", "Edit"])
        #expect(await !screen.press("Never"))
        #expect(counter.count == 0)
    }

    @Test("Tasks, toolbars, sheets and accessibility labels are part of a screen")
    func attached() async {
        let counter = Counter()
        let screen = Screen(CounterView(counter: counter))
        await screen.run("task")
        #expect(counter.name == "loaded")
        #expect(!screen.texts.contains("Sheet"))
        await screen.press("Edit")
        #expect(screen.texts.contains("Sheet"))
        #expect(screen.texts(of: "accessibilityLabel") == ["Spoken"])
    }

    @Test("The environment reaches inner views, also through a custom modifier")
    func environment() {
        let counter = Counter()
        counter.count = 7
        let screen = Screen(Greeting().modifier(Loud()).environment(counter))
        #expect(screen.texts == ["de 7", "!"])
    }

    @Test("The state of an inner view is kept until its identity changes")
    func stateIsKept() async {
        let counter = Counter()
        let screen = Screen(Outer(counter: counter))
        await screen.press("Unfold")
        #expect(screen.texts.contains("inside"))
        counter.count = 1
        #expect(!screen.texts.contains("inside"))
    }

    @Test("Typed text is in the field")
    func typing() {
        let counter = Counter()
        let screen = Screen(CounterView(counter: counter))
        #expect(screen.type("Ada", into: "Name"))
        #expect(counter.name == "Ada" && screen.texts(of: "TextField") == ["Ada"])
        #expect(!screen.type("Ada", into: "Age"))
    }

    @Test("A navigation stack draws the last screen of its path")
    func stack() async {
        let screen = Screen(Outer(counter: Counter()))
        #expect(screen.buttons == ["Unfold", "Go"])
        await screen.press("Go")
        #expect(screen.texts == ["place 7"])
    }

    @Test("A binding to a property of an observed object reads and writes it")
    func bindings() {
        let counter = Counter()
        @Bindable var bindable = counter
        $bindable.name.wrappedValue = "new"
        #expect(counter.name == "new")
        let negated = Binding(get: { !counter.isShown }, set: { counter.isShown = !$0 })
        negated.wrappedValue.toggle()
        #expect(counter.isShown)
    }

    @Test("A button with an intent performs it")
    func intent() async {
        let log = NameIntent.Log()
        await Screen(Button("Go", intent: NameIntent(name: "Ada", log: log))).press("Go")
        #expect(await log.names == ["Ada"])
    }

    @Test("Rows are moved and deleted as in SwiftUI", arguments: [(0, 3, "bca"), (2, 0, "cab"), (1, 1, "abc")])
    func rows(from: Int, to: Int, expected: String) {
        var rows = Array("abc")
        rows.move(fromOffsets: [from], toOffset: to)
        #expect(String(rows) == expected)
        rows.remove(atOffsets: [0, 2])
        #expect(rows.count == 1)
    }
}
