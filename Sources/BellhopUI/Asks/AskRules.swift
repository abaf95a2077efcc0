#if canImport(UIKit)
import BellhopKit
import BellhopModel
import SwiftUI

/// What an approval may allow from now on: folded away, and off until a person has switched it on.
struct AskRules: View {
    let rules: [OfferedRule]
    @Binding var remembered: Set<OfferedRule>

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

    private func isRemembered(_ rule: OfferedRule) -> Binding<Bool> {
        Binding(
            get: { remembered.contains(rule) },
            set: { isOn in
                if isOn { remembered.insert(rule) } else { remembered.remove(rule) }
            })
    }
}

/// A rule whole, with nothing hidden in it, and how far it reaches.
struct RuleLabel: View {
    let rule: OfferedRule

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
