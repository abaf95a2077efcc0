#if canImport(UIKit)
import BellhopKit
import SwiftUI

/// What a person should know before they trust what they see. Nothing when there is nothing.
struct AskDangers: View {
    let dangers: [String]

    var body: some View {
        if !dangers.isEmpty {
            VStack(alignment: .leading, spacing: 4) {
                ForEach(dangers, id: \.self) { danger in
                    Label(danger, systemImage: "exclamationmark.triangle.fill")
                        .font(.subheadline)
                        .foregroundStyle(Color.red)
                }
            }
            .accessibilityElement(children: .combine)
            .accessibilityLabel(
                Text(verbatim: Strings.current.askDangers(list: dangers.joined(separator: ", "))))
        }
    }
}

/// What the agent itself says about it, told apart from what it does.
struct AgentSays: View {
    let text: String

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            Text(verbatim: Strings.current.askAgentSays)
                .font(.caption)
                .foregroundStyle(.secondary)
            Text(verbatim: text)
                .font(.callout)
                .italic()
                .textSelection(.enabled)
        }
        .accessibilityElement(children: .combine)
    }
}
#endif
