// Signatures: https://developer.apple.com/documentation/swiftui/animations

public import Foundation

public struct Animation: Hashable, Sendable {
    public static let `default` = Animation()
    public static let linear = Animation()
    public static let easeIn = Animation()
    public static let easeOut = Animation()
    public static let easeInOut = Animation()
    public static var spring: Animation { Animation() }
    public static var smooth: Animation { Animation() }
    public static var snappy: Animation { Animation() }
    public static var bouncy: Animation { Animation() }
    public static func linear(duration: TimeInterval) -> Animation { Animation() }
    public static func easeIn(duration: TimeInterval) -> Animation { Animation() }
    public static func easeOut(duration: TimeInterval) -> Animation { Animation() }
    public static func easeInOut(duration: TimeInterval) -> Animation { Animation() }
    public static func spring(duration: TimeInterval = 0.5, bounce: Double = 0.0) -> Animation { Animation() }
    public static func smooth(duration: TimeInterval = 0.5, extraBounce: Double = 0.0) -> Animation { Animation() }
    public static func snappy(duration: TimeInterval = 0.5, extraBounce: Double = 0.0) -> Animation { Animation() }
    public func delay(_ delay: TimeInterval) -> Animation { self }
    public func speed(_ speed: Double) -> Animation { self }
    public func repeatForever(autoreverses: Bool = true) -> Animation { self }
    public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation { self }
}

public struct Transaction {
    public var animation: Animation?
    public var disablesAnimations = false
    public init() {}
    public init(animation: Animation?) { self.animation = animation }
}

public func withAnimation<Result>(_ animation: Animation? = .default, _ body: () throws -> Result) rethrows -> Result {
    try body()
}

public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
    try body()
}

@MainActor @preconcurrency
public protocol Transition {}

public struct OpacityTransition: Transition { nonisolated public init() {} }
public struct SlideTransition: Transition { nonisolated public init() {} }
public struct IdentityTransition: Transition { nonisolated public init() {} }

extension Transition where Self == OpacityTransition {
    @MainActor @preconcurrency public static var opacity: OpacityTransition { .init() }
}
extension Transition where Self == IdentityTransition {
    @MainActor @preconcurrency public static var identity: IdentityTransition { .init() }
}

public struct AnyTransition: Sendable {
    public static let opacity = AnyTransition()
    public static let slide = AnyTransition()
    public static let scale = AnyTransition()
    public static let identity = AnyTransition()
    public static func move(edge: Edge) -> AnyTransition { .init() }
    public static func push(from edge: Edge) -> AnyTransition { .init() }
    public static func scale(scale: CGFloat, anchor: UnitPoint = .center) -> AnyTransition { .init() }
    public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> AnyTransition { .init() }
    public func combined(with other: AnyTransition) -> AnyTransition { self }
    public func animation(_ animation: Animation?) -> AnyTransition { self }
}

public struct ContentTransition: Equatable, Sendable {
    public static let identity = ContentTransition()
    public static let interpolate = ContentTransition()
    public static let opacity = ContentTransition()
    public static func numericText(countsDown: Bool = false) -> ContentTransition { .init() }
}

extension View {
    nonisolated public func animation<V>(_ animation: Animation?, value: V) -> some View where V: Equatable {
        unchanged()
    }
    nonisolated public func transition(_ t: AnyTransition) -> some View { unchanged() }
    nonisolated public func transition<T>(_ transition: T) -> some View where T: Transition { unchanged() }
    nonisolated public func contentTransition(_ transition: ContentTransition) -> some View { unchanged() }
    nonisolated public func transaction(_ transform: @escaping (inout Transaction) -> Void) -> some View {
        unchanged()
    }
    nonisolated public func matchedGeometryEffect<ID>(id: ID, in namespace: Namespace.ID) -> some View
    where ID: Hashable { unchanged() }
    nonisolated public func symbolEffect<T, U>(
        _ effect: T, options: SymbolEffectOptions = .default, value: U
    ) -> some View where T: DiscreteSymbolEffect, T: SymbolEffect, U: Equatable { unchanged() }
    nonisolated public func symbolEffect<T>(
        _ effect: T, options: SymbolEffectOptions = .default, isActive: Bool = true
    ) -> some View where T: IndefiniteSymbolEffect, T: SymbolEffect { unchanged() }
}

public protocol SymbolEffect {}
public protocol DiscreteSymbolEffect {}
public protocol IndefiniteSymbolEffect {}
public struct SymbolEffectOptions: Sendable {
    public static var `default`: SymbolEffectOptions { .init() }
    public static var nonRepeating: SymbolEffectOptions { .init() }
}
public struct BounceSymbolEffect: SymbolEffect, DiscreteSymbolEffect, Sendable {}
public struct PulseSymbolEffect: SymbolEffect, DiscreteSymbolEffect, IndefiniteSymbolEffect, Sendable {}
public struct VariableColorSymbolEffect: SymbolEffect, DiscreteSymbolEffect, IndefiniteSymbolEffect, Sendable {}
extension SymbolEffect where Self == BounceSymbolEffect { public static var bounce: Self { .init() } }
extension SymbolEffect where Self == PulseSymbolEffect { public static var pulse: Self { .init() } }
extension SymbolEffect where Self == VariableColorSymbolEffect { public static var variableColor: Self { .init() } }
