// Signatures: https://developer.apple.com/documentation/swiftui/view-accessibility

public import Foundation

/// What the accessibility modifiers of a view add up to.
public struct AccessibilityAttachmentModifier: _StubModifier {
    public typealias Body = Never
    nonisolated public let _node: _Node
}

extension View {
    nonisolated func accessible(
        _ kind: String, _ text: String? = nil, action: (@MainActor () async -> Void)? = nil
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        modifier(AccessibilityAttachmentModifier(_node: _Node(kind, text: text, action: action)))
    }
}

extension View {
    nonisolated public func accessibilityLabel(_ label: Text) -> ModifiedContent<Self, AccessibilityAttachmentModifier>
    {
        accessible("accessibilityLabel", label.string)
    }
    nonisolated public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> ModifiedContent<
        Self, AccessibilityAttachmentModifier
    > {
        accessible("accessibilityLabel", labelKey.string)
    }
    @_disfavoredOverload
    nonisolated public func accessibilityLabel<S>(_ label: S) -> ModifiedContent<Self, AccessibilityAttachmentModifier>
    where S: StringProtocol {
        accessible("accessibilityLabel", String(label))
    }
    nonisolated public func accessibilityValue(_ value: Text) -> ModifiedContent<Self, AccessibilityAttachmentModifier>
    {
        accessible("accessibilityValue", value.string)
    }
    nonisolated public func accessibilityValue(_ valueKey: LocalizedStringKey) -> ModifiedContent<
        Self, AccessibilityAttachmentModifier
    > {
        accessible("accessibilityValue", valueKey.string)
    }
    @_disfavoredOverload
    nonisolated public func accessibilityValue<S>(_ value: S) -> ModifiedContent<Self, AccessibilityAttachmentModifier>
    where S: StringProtocol {
        accessible("accessibilityValue", String(value))
    }
    nonisolated public func accessibilityHint(_ hint: Text) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessible("accessibilityHint", hint.string)
    }
    nonisolated public func accessibilityHint(_ hintKey: LocalizedStringKey) -> ModifiedContent<
        Self, AccessibilityAttachmentModifier
    > {
        accessible("accessibilityHint", hintKey.string)
    }
    @_disfavoredOverload
    nonisolated public func accessibilityHint<S>(_ hint: S) -> ModifiedContent<Self, AccessibilityAttachmentModifier>
    where S: StringProtocol {
        accessible("accessibilityHint", String(hint))
    }
    nonisolated public func accessibilityInputLabels(_ inputLabelKeys: [LocalizedStringKey]) -> ModifiedContent<
        Self, AccessibilityAttachmentModifier
    > {
        accessible("accessibilityInputLabels")
    }
    nonisolated public func accessibilityIdentifier(_ identifier: String) -> ModifiedContent<
        Self, AccessibilityAttachmentModifier
    > {
        accessible("accessibilityIdentifier", identifier)
    }
    nonisolated public func accessibilityHidden(_ hidden: Bool) -> ModifiedContent<
        Self, AccessibilityAttachmentModifier
    > {
        accessible("accessibilityHidden", "\(hidden)")
    }
    nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> ModifiedContent<
        Self, AccessibilityAttachmentModifier
    > {
        accessible("accessibilityAddTraits")
    }
    nonisolated public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> ModifiedContent<
        Self, AccessibilityAttachmentModifier
    > {
        accessible("accessibilityRemoveTraits")
    }
    nonisolated public func accessibilitySortPriority(_ sortPriority: Double) -> ModifiedContent<
        Self, AccessibilityAttachmentModifier
    > {
        accessible("accessibilitySortPriority")
    }
    nonisolated public func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> ModifiedContent<
        Self, AccessibilityAttachmentModifier
    > {
        accessible("accessibilityHeading")
    }
    nonisolated public func accessibilityRespondsToUserInteraction(
        _ respondsToUserInteraction: Bool = true
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> { accessible("accessibilityRespondsToUserInteraction") }
    nonisolated public func accessibilityAction(
        _ actionKind: AccessibilityActionKind = .default, _ handler: @escaping () -> Void
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessible("accessibilityAction", action: OnMain(handler).action)
    }
    nonisolated public func accessibilityAction(named name: Text, _ handler: @escaping () -> Void) -> ModifiedContent<
        Self, AccessibilityAttachmentModifier
    > {
        accessible("accessibilityAction", name.string, action: OnMain(handler).action)
    }
    nonisolated public func accessibilityAction(
        named nameKey: LocalizedStringKey, _ handler: @escaping () -> Void
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessible("accessibilityAction", nameKey.string, action: OnMain(handler).action)
    }
    @_disfavoredOverload
    nonisolated public func accessibilityAction<S>(
        named name: S, _ handler: @escaping () -> Void
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> where S: StringProtocol {
        accessible("accessibilityAction", String(name), action: OnMain(handler).action)
    }
    nonisolated public func accessibilityAdjustableAction(
        _ handler: @escaping (AccessibilityAdjustmentDirection) -> Void
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> { accessible("accessibilityAdjustableAction") }
}

extension View {
    nonisolated public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
        unchanged()
    }
    nonisolated public func accessibilityActions<Content>(@ViewBuilder _ content: () -> Content) -> some View
    where Content: View { attaching("accessibilityActions", [content()]) }
    nonisolated public func accessibilityAction<Label>(
        action: @escaping () -> Void, @ViewBuilder label: () -> Label
    ) -> some View where Label: View { attaching("accessibilityAction", [label()], action: OnMain(action).action) }
    nonisolated public func accessibilityRepresentation<V>(@ViewBuilder representation: () -> V) -> some View
    where V: View { attaching("accessibilityRepresentation", [representation()]) }
    nonisolated public func accessibilityShowsLargeContentViewer() -> some View { unchanged() }
    nonisolated public func accessibilityFocused(_ condition: AccessibilityFocusState<Bool>.Binding) -> some View {
        unchanged()
    }
    nonisolated public func accessibilityFocused<Value>(
        _ binding: AccessibilityFocusState<Value>.Binding, equals value: Value
    ) -> some View where Value: Hashable { unchanged() }
    nonisolated public func speechAdjustedPitch(_ value: Double) -> some View { unchanged() }
    nonisolated public func speechSpellsOutCharacters(_ value: Bool = true) -> some View { unchanged() }
    nonisolated public func accessibilityIgnoresInvertColors(_ active: Bool = true) -> some View { unchanged() }
}
