// Signatures: https://developer.apple.com/documentation/swiftui/view-accessibility
// Signatures: https://developer.apple.com/documentation/swiftui/view-accessibility (types)

public import Foundation

/// The sum of a view's accessibility modifiers.
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

public struct AccessibilityTraits: SetAlgebra, Sendable {
    public typealias ArrayLiteralElement = AccessibilityTraits
    var bits: Set<Int> = []
    public init() {}
    init(_ bit: Int) { bits = [bit] }

    public static let isButton = AccessibilityTraits(0)
    public static let isHeader = AccessibilityTraits(1)
    public static let isSelected = AccessibilityTraits(2)
    public static let isLink = AccessibilityTraits(3)
    public static let isSearchField = AccessibilityTraits(4)
    public static let isImage = AccessibilityTraits(5)
    public static let isStaticText = AccessibilityTraits(6)
    public static let isSummaryElement = AccessibilityTraits(7)
    public static let updatesFrequently = AccessibilityTraits(8)
    public static let startsMediaSession = AccessibilityTraits(9)
    public static let causesPageTurn = AccessibilityTraits(10)
    public static let isModal = AccessibilityTraits(11)
    public static let isToggle = AccessibilityTraits(12)

    public func contains(_ member: AccessibilityTraits) -> Bool { bits.isSuperset(of: member.bits) }
    public func union(_ other: AccessibilityTraits) -> AccessibilityTraits { with(bits.union(other.bits)) }
    public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits {
        with(bits.intersection(other.bits))
    }
    public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits {
        with(bits.symmetricDifference(other.bits))
    }
    public mutating func formUnion(_ other: AccessibilityTraits) { self = union(other) }
    public mutating func formIntersection(_ other: AccessibilityTraits) { self = intersection(other) }
    public mutating func formSymmetricDifference(_ other: AccessibilityTraits) { self = symmetricDifference(other) }
    public mutating func insert(
        _ newMember: AccessibilityTraits
    ) -> (inserted: Bool, memberAfterInsert: AccessibilityTraits) {
        defer { formUnion(newMember) }
        return (!contains(newMember), newMember)
    }
    public mutating func remove(_ member: AccessibilityTraits) -> AccessibilityTraits? {
        defer { bits.subtract(member.bits) }
        return contains(member) ? member : nil
    }
    public mutating func update(with newMember: AccessibilityTraits) -> AccessibilityTraits? {
        insert(newMember).inserted ? nil : newMember
    }

    private func with(_ bits: Set<Int>) -> AccessibilityTraits {
        var traits = AccessibilityTraits()
        traits.bits = bits
        return traits
    }
}

public struct AccessibilityChildBehavior: Hashable, Sendable {
    let name: String
    public static let ignore = AccessibilityChildBehavior(name: "ignore")
    public static let contain = AccessibilityChildBehavior(name: "contain")
    public static let combine = AccessibilityChildBehavior(name: "combine")
}

public struct AccessibilityActionKind: Equatable, Sendable {
    let name: String
    public static let `default` = AccessibilityActionKind(name: "default")
    public static let escape = AccessibilityActionKind(name: "escape")
    public static let magicTap = AccessibilityActionKind(name: "magicTap")
    public init(named name: Text) { self.name = name.string }
    init(name: String) { self.name = name }
}

@frozen public enum AccessibilityHeadingLevel: UInt, Sendable { case unspecified, h1, h2, h3, h4, h5, h6 }
public enum AccessibilityAdjustmentDirection: Hashable, Sendable { case increment, decrement }

@propertyWrapper
public struct AccessibilityFocusState<Value>: DynamicProperty where Value: Hashable {
    @propertyWrapper
    public struct Binding {
        let box: Box<Value>
        public var wrappedValue: Value {
            get { box.value }
            nonmutating set { box.value = newValue }
        }
        public var projectedValue: AccessibilityFocusState<Value>.Binding { self }
    }

    let box: Box<Value>
    public init() where Value == Bool { box = Box(false) }
    public init<T>() where Value == T?, T: Hashable { box = Box(nil) }
    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }
    public var projectedValue: AccessibilityFocusState<Value>.Binding { Binding(box: box) }
}

/// developer.apple.com/documentation/accessibility/accessibilitynotification
public struct AccessibilityNotification: Sendable {
    public struct Announcement: Sendable {
        public init(_ announcement: String) {}
        public func post() {}
    }
}
