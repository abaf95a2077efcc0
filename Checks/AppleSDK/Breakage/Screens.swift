// An app with most of what an app is made of. `breakage` compiles it as it is, and then broken on purpose.

#if canImport(SwiftUI)
import ActivityKit
import AppIntents
import Foundation
import Observation
import SwiftUI
import UIKit
import WidgetKit

struct Ask: Identifiable, Hashable, Sendable {
    let id: String
    var title: String
    var expires: Date
    var isUrgent = false
}

/// Not Sendable: only one thread at a time may hold it.
final class Drafts { var texts: [String] = [] }

@MainActor
@Observable
final class InboxModel {
    var asks: [Ask] = []
    var path: [Ask] = []
    var search = ""
    var filter = Filter.open
    var isConfirming = false
    var failure: String?
    let drafts = Drafts()

    enum Filter: String, CaseIterable, Identifiable {
        case open, all
        var id: Self { self }
    }

    func reload() async {}
    func answer(_ ask: Ask) { asks.removeAll { $0.id == ask.id } }
}

private struct TintKey: EnvironmentKey { static let defaultValue = Color.accentColor }

extension EnvironmentValues {
    var cardTint: Color {
        get { self[TintKey.self] }
        set { self[TintKey.self] = newValue }
    }
}

struct Card: ViewModifier {
    @Environment(\.cardTint) private var tint
    func body(content: Content) -> some View {
        content.padding(.horizontal, 12).frame(maxWidth: .infinity, alignment: .leading)
            .background(tint.opacity(0.1), in: .rect(cornerRadius: 12))
            .overlay { RoundedRectangle(cornerRadius: 12).stroke(.separator, lineWidth: 1) }
    }
}

struct AskRow: View {
    let ask: Ask
    let answer: () -> Void
    @Environment(\.dynamicTypeSize) private var size
    @Environment(\.accessibilityReduceMotion) private var isStill
    @ScaledMetric private var side: CGFloat = 24

    var body: some View {
        let layout = size.isAccessibilitySize ? AnyLayout(VStackLayout(alignment: .leading)) : AnyLayout(HStackLayout())
        layout {
            Image(systemName: ask.isUrgent ? "exclamationmark.triangle.fill" : "bell")
                .symbolRenderingMode(.hierarchical).frame(width: side, height: side).accessibilityHidden(true)
            VStack(alignment: .leading, spacing: 2) {
                Text(ask.title).font(.headline).lineLimit(2).truncationMode(.middle)
                Text(ask.expires, style: .relative).font(.caption.monospacedDigit()).foregroundStyle(.secondary)
                Text(timerInterval: Date.now...ask.expires, countsDown: true)
            }
            Spacer(minLength: 8)
        }
        .modifier(Card())
        .accessibilityElement(children: .combine)
        .accessibilityLabel("\(ask.title), expires \(ask.expires, style: .relative)")
        .accessibilityAddTraits(ask.isUrgent ? [.isButton, .updatesFrequently] : .isButton)
        .accessibilityAction(named: "Approve", answer)
        .animation(isStill ? nil : .snappy, value: ask.isUrgent)
        .swipeActions { Button("Deny", systemImage: "xmark", role: .destructive, action: answer) }
    }
}

struct InboxView: View {
    @State private var model = InboxModel()
    @State private var selected: Ask?
    @AppStorage("sound") private var isSounding = true
    @FocusState private var isSearching: Bool
    @Environment(\.scenePhase) private var phase
    @Environment(\.openURL) private var openURL

    var body: some View {
        NavigationStack(path: $model.path) {
            List {
                Section("Open") {
                    ForEach(model.asks) { ask in
                        NavigationLink(value: ask) { AskRow(ask: ask) { model.answer(ask) } }
                            .contextMenu { Button("Details") { selected = ask } }
                    }
                    .onDelete { model.asks.remove(atOffsets: $0) }
                }
                if let failure = model.failure {
                    Label(failure, systemImage: "wifi.slash").foregroundStyle(.red).textSelection(.enabled)
                } else if model.asks.isEmpty {
                    ContentUnavailableView("No asks", systemImage: "tray", description: Text("All is answered."))
                }
                Picker("Show", selection: $model.filter) {
                    ForEach(InboxModel.Filter.allCases) { Text(verbatim: $0.rawValue).tag($0) }
                }
                .pickerStyle(.segmented)
                Toggle("Sound", isOn: $isSounding)
            }
            .listStyle(.insetGrouped)
            .navigationTitle("Inbox")
            .navigationBarTitleDisplayMode(.inline)
            .navigationDestination(for: Ask.self) { AskDetail(ask: $0) }
            .toolbar {
                ToolbarItem(placement: .topBarTrailing) {
                    Button("Clear", role: .destructive) { model.isConfirming = true }
                }
                ToolbarItemGroup(placement: .bottomBar) { Text("^[\(model.asks.count) ask](inflect: true)") }
            }
            .searchable(text: $model.search, prompt: "Search")
            .refreshable { await model.reload() }
        }
        .task(id: model.filter) { await model.reload() }
        .onChange(of: phase) { old, new in if new == .active, old != new { model.failure = nil } }
        .onOpenURL { url in openURL(url) }
        .sheet(item: $selected) { AskDetail(ask: $0).presentationDetents([.medium, .large]) }
        .confirmationDialog("Clear all?", isPresented: $model.isConfirming, titleVisibility: .visible) {
            Button("Clear", role: .destructive) { withAnimation { model.asks = [] } }
        } message: {
            Text("This cannot be undone.")
        }
        .alert("Failed", isPresented: .constant(model.failure != nil), presenting: model.failure) { _ in
            Button("OK") { model.failure = nil }
        } message: {
            Text($0)
        }
        .sensoryFeedback(.success, trigger: model.asks.count)
    }
}

struct AskDetail: View {
    @Bindable var draft = Draft()
    let ask: Ask
    @Environment(\.dismiss) private var dismiss

    @Observable final class Draft { var text = "" }

    var body: some View {
        Form {
            LabeledContent("Expires", value: ask.expires, format: .dateTime)
            TextField("Answer", text: $draft.text, axis: .vertical).lineLimit(1...4).textInputAutocapitalization(.never)
            TimelineView(.periodic(from: .now, by: 1)) { context in
                ProgressView(value: 0.5) { Text(context.date, style: .timer) }
            }
            Gauge(value: 0.4) { Text("Done") }.gaugeStyle(.accessoryCircularCapacity)
            ShareLink(item: ask.title)
            Button("Close") { dismiss() }.buttonStyle(.borderedProminent).disabled(draft.text.isEmpty)
        }
        .privacySensitive()
    }
}

struct Share: UIViewRepresentable {
    func makeUIView(context: Context) -> UILabel { UILabel() }
    func updateUIView(_ uiView: UILabel, context: Context) { uiView.text = "Share" }
}

@main
struct SampleApp: App {
    @State private var tab = "inbox"
    var body: some Scene {
        WindowGroup {
            TabView(selection: $tab) {
                InboxView().tabItem { Label("Inbox", systemImage: "tray") }.tag("inbox").badge(3)
                Share().tabItem { Text("Share") }.tag("share")
            }
        }
        .backgroundTask(.appRefresh("refresh")) { await Self.refresh() }
    }
    nonisolated static func refresh() async {}
}

struct SessionAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable, Sendable { var step: Int }
    let name: String
}

struct ApproveIntent: LiveActivityIntent {
    static let title: LocalizedStringResource = "Approve"
    @Parameter(title: "Ask") var ask: String
    init() {}
    init(ask: String) { self.ask = ask }
    func perform() async throws -> some IntentResult {
        for activity in Activity<SessionAttributes>.activities {
            await activity.end(nil, dismissalPolicy: .immediate)
        }
        return .result()
    }
}

struct SessionActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: SessionAttributes.self) { context in
            VStack {
                Text(context.attributes.name)
                Button(intent: ApproveIntent(ask: context.activityID)) { Label("Approve", systemImage: "checkmark") }
            }
            .activityBackgroundTint(.black)
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) { Text(context.attributes.name) }
                DynamicIslandExpandedRegion(.bottom) { Button("Approve", intent: ApproveIntent(ask: "1")) }
            } compactLeading: {
                Image(systemName: "bell")
            } compactTrailing: {
                Text("\(context.state.step)")
            } minimal: {
                Image(systemName: "bell")
            }
            .keylineTint(.green)
        }
    }
}

enum Starter {
    static func start(_ step: Int) throws -> String {
        let content = ActivityContent(state: SessionAttributes.ContentState(step: step), staleDate: nil)
        let build = SessionAttributes(name: "Build")
        return try Activity.request(attributes: build, content: content, pushType: .token).id
    }

    static func save(_ model: InboxModel) async {
        await model.reload()
    }

    static func fill(_ drafts: Drafts) async { drafts.texts.append("") }

    @MainActor
    static func begin(_ model: InboxModel) async {
        let fresh = Drafts()
        await fill(fresh)
    }
}
#endif
