// Signatures: https://developer.apple.com/documentation/swiftui/view-accessibility (types)

public import Foundation

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
