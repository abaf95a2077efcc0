#if canImport(UIKit)
import BellhopKit
import BellhopModel
import SwiftUI
import UIKit

/// The whole input of the agent's tool, in parts that report when they were scrolled to their end.
struct AskInputView: View {
    let reading: AskReading
    let isMonospaced: Bool
    /// Called when a part was scrolled to its end.
    let markSeen: @MainActor (Int) -> Void
    let reveal: @MainActor () async -> Void

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            // Lazy: a part is created when it is scrolled to.
            LazyVStack(alignment: .leading, spacing: 0) {
                ForEach(reading.parts) { part in
                    Text(verbatim: (part.isContinuation ? "↪ " : "") + part.text).code(isMonospaced)
                    Color.clear
                        .frame(height: 1)
                        .onAppear { markSeen(part.id) }
                        .accessibilityHidden(true)
                }
            }
            // Revealed parts must be read again.
            .id(reading.isRevealed)
            if reading.maskedCount > 0, !reading.isRevealed {
                AsyncButton(action: reveal) { Text(verbatim: Strings.current.askReveal) }
                    .frame(minHeight: 44)
            }
        }
        .padding(12)
        .frame(maxWidth: .infinity, alignment: .leading)
        .background(Color(uiColor: .secondarySystemBackground), in: RoundedRectangle(cornerRadius: 12))
        .privacySensitive()
    }
}

extension Text {
    /// Uses a monospaced font where columns matter.
    fileprivate func code(_ isMonospaced: Bool) -> some View {
        font(isMonospaced ? .system(.callout, design: .monospaced) : .callout)
            .textSelection(.enabled)
            .frame(maxWidth: .infinity, alignment: .leading)
    }
}

/// Warnings about the input; empty when there are none.
struct AskWarnings: View {
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

/// The agent's own description, kept apart from the input.
struct AgentStatement: View {
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

/// The rules that an approval may add: collapsed, and off until the user switches them on.
struct RuleToggles: View {
    let rules: [PermissionRule]
    @Binding var remembered: Set<PermissionRule>

    @State private var isUnfolded = false

    var body: some View {
        DisclosureGroup(Strings.current.askRules, isExpanded: $isUnfolded) {
            VStack(alignment: .leading, spacing: 12) {
                Text(verbatim: Strings.current.askRulesWhy)
                    .font(.caption)
                    .foregroundStyle(.secondary)
                ForEach(rules, id: \.self) { rule in
                    Toggle(isOn: isRemembered(rule)) { RuleLabel(rule: rule) }
                }
            }
        }
        .privacySensitive()
    }

    private func isRemembered(_ rule: PermissionRule) -> Binding<Bool> {
        Binding(
            get: { remembered.contains(rule) },
            set: { isOn in
                if isOn { remembered.insert(rule) } else { remembered.remove(rule) }
            })
    }
}

/// The whole text of a rule, and its scope.
struct RuleLabel: View {
    let rule: PermissionRule

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            Text(verbatim: DisplayText.paragraph(rule.text, characters: APILimits.ruleText))
                .font(.system(.callout, design: .monospaced))
            Text(verbatim: rule.scope.label())
                .font(.caption)
                .foregroundStyle(.secondary)
        }
    }
}
#endif
