#if canImport(UIKit)
import BellhopKit
import BellhopModel
import SwiftUI

struct TopicsContent: View {
    let topics: [TopicID]
    let loading: Loading
    let problem: String?
    @Binding var name: String
    let load: @MainActor () async -> Void
    let subscribe: @MainActor () async -> Void
    let unsubscribe: @MainActor (TopicID) async -> Void

    var body: some View {
        Form {
            Section {
                switch loading {
                case .loading: LoadingView()
                case .unavailable: UnavailableView(retry: load)
                case .loaded:
                    if topics.isEmpty {
                        Text(verbatim: Strings.current.topicsNone).foregroundStyle(.secondary)
                    }
                    ForEach(topics, id: \.self) { topic in
                        TopicRow(topic: topic) { await unsubscribe(topic) }
                    }
                }
            } footer: {
                Text(verbatim: Strings.current.topicsWhy)
            }
            Section {
                TextField(Strings.current.topicsName, text: $name)
                    .textInputAutocapitalization(.never)
                    .autocorrectionDisabled()
                AsyncButton(action: subscribe) {
                    Text(verbatim: Strings.current.topicsSubscribe).frame(minHeight: 44)
                }
                .disabled(name.isEmpty)
                if let problem { Label(problem, systemImage: "exclamationmark.triangle.fill") }
            }
        }
        .refreshable { await load() }
        .navigationTitle(Text(verbatim: Strings.current.topicsTitle))
    }
}

struct TopicRow: View {
    let topic: TopicID
    let unsubscribe: @MainActor () async -> Void

    var body: some View {
        HStack {
            Text(verbatim: DisplayText.line(topic.description, characters: 60))
            Spacer()
            AsyncButton(role: .destructive, action: unsubscribe) {
                Text(verbatim: Strings.current.topicsUnsubscribe)
            }
            .accessibilityHint(Text(verbatim: DisplayText.line(topic.description, characters: 60)))
        }
        .frame(minHeight: 44)
    }
}
#endif
