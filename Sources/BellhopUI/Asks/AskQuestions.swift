#if canImport(UIKit)
import BellhopKit
import BellhopModel
import SwiftUI

/// The questions of an ask, each with its options and a field for words of one's own.
struct AskQuestions: View {
    /// As the answer names them.
    let questions: [Question]
    /// The same, made fit to be shown.
    let shown: [Question]
    let isOpen: Bool
    @Binding var replies: [ReplyDraft]

    var body: some View {
        ForEach(Array(zip(questions, shown).enumerated()), id: \.offset) { index, pair in
            if replies.indices.contains(index) {
                AskQuestion(question: pair.0, shown: pair.1, draft: $replies[index])
            }
        }
        .disabled(!isOpen)
    }
}

struct AskQuestion: View {
    let question: Question
    let shown: Question
    @Binding var draft: ReplyDraft

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            if let header = shown.header {
                Text(verbatim: header)
                    .font(.caption)
                    .foregroundStyle(.secondary)
            }
            Text(verbatim: shown.text)
                .font(.headline)
                .accessibilityAddTraits(.isHeader)
            if question.multiSelect {
                Text(verbatim: Strings.current.questionSeveral)
                    .font(.caption)
                    .foregroundStyle(.secondary)
            }
            ForEach(question.options, id: \.label) { option in
                OptionRow(
                    option: option, isSelected: draft.isSelected(option), isSingle: !question.multiSelect
                ) {
                    draft.toggle(option, of: question)
                }
            }
            if question.allowsText {
                TextField(Strings.current.questionOwnWords, text: $draft.text, axis: .vertical)
                    .textFieldStyle(.roundedBorder)
                    .lineLimit(1...6)
                    .frame(minHeight: 44)
            }
        }
    }
}

/// One option. Chosen is told by the symbol and to VoiceOver, not by colour alone.
struct OptionRow: View {
    let option: Question.Option
    let isSelected: Bool
    let isSingle: Bool
    let toggle: @MainActor () -> Void

    var body: some View {
        Button(action: toggle) {
            HStack(alignment: .firstTextBaseline) {
                Image(systemName: symbol)
                VStack(alignment: .leading) {
                    Text(verbatim: DisplayText.line(option.label))
                    if let description = option.description {
                        Text(verbatim: DisplayText.paragraph(description))
                            .font(.caption)
                            .foregroundStyle(.secondary)
                    }
                }
                Spacer()
            }
            .frame(minHeight: 44)
            .contentShape(Rectangle())
        }
        .buttonStyle(.plain)
        .accessibilityElement(children: .combine)
        .accessibilityAddTraits(isSelected ? .isSelected : [])
    }

    private var symbol: String {
        switch (isSingle, isSelected) {
        case (true, true): "largecircle.fill.circle"
        case (true, false): "circle"
        case (false, true): "checkmark.square.fill"
        case (false, false): "square"
        }
    }
}
#endif
