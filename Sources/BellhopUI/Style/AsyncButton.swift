#if canImport(UIKit)
import BellhopKit
import SwiftUI

/// A button with an asynchronous action, disabled while the action runs.
struct AsyncButton<Label: View>: View {
    var role: ButtonRole?
    let action: @MainActor () async -> Void
    @ViewBuilder let label: Label

    @State private var isBusy = false

    init(
        role: ButtonRole? = nil, action: @escaping @MainActor () async -> Void, @ViewBuilder label: () -> Label
    ) {
        self.role = role
        self.action = action
        self.label = label()
    }

    var body: some View {
        Button(role: role) {
            isBusy = true
            // Unstructured: the action continues when the screen closes.
            Task {
                await action()
                isBusy = false
            }
        } label: {
            label
        }
        .disabled(isBusy)
    }
}

extension ColorRole {
    /// The system color, which adapts to light, dark and increased contrast.
    var color: Color {
        switch self {
        case .attention: .orange
        case .question: .purple
        case .success: .green
        case .failure: .red
        case .quiet: .secondary
        case .news: .blue
        }
    }
}

/// A list whose rows are buttons.
struct RowList<Row: Identifiable, Label: View>: View {
    let rows: [Row]
    let open: @MainActor (Row) -> Void
    @ViewBuilder let label: (Row) -> Label

    var body: some View {
        List(rows) { row in
            Button {
                open(row)
            } label: {
                label(row)
            }
            .buttonStyle(.plain)
        }
    }
}

/// A row with a symbol before its content, read by VoiceOver as one element.
struct SymbolRow<Content: View>: View {
    let symbol: String
    let color: ColorRole
    @ViewBuilder let content: Content

    var body: some View {
        HStack(alignment: .firstTextBaseline, spacing: 12) {
            Image(systemName: symbol)
                .foregroundStyle(color.color)
                .accessibilityHidden(true)
            content
        }
        .frame(minHeight: 44)
        .contentShape(Rectangle())
        .accessibilityElement(children: .combine)
    }
}
#endif
