// Signatures: https://developer.apple.com/documentation/swiftui/button/init(intent:label:), …/toggle/init(ison:intent:label:)
// On Apple platforms these are in _AppIntents_SwiftUI, which is imported with both modules.

public import SwiftUI

extension Button {
    @available(iOS 17.0, *)
    nonisolated public init<I>(intent: I, @ViewBuilder label: () -> Label) where I: AppIntent {
        self.init(_label: label(), _perform: { _ = try? await intent.perform() })
    }
    @available(iOS 17.0, *)
    nonisolated public init(role: ButtonRole?, intent: some AppIntent, @ViewBuilder label: () -> Label) {
        self.init(intent: intent, label: label)
    }
}

extension Button where Label == Text {
    @available(iOS 17.0, *)
    nonisolated public init(_ titleKey: LocalizedStringKey, intent: some AppIntent) {
        self.init(intent: intent) { Text(titleKey) }
    }
    @available(iOS 17.0, *)
    @_disfavoredOverload
    nonisolated public init<S>(_ title: S, intent: some AppIntent) where S: StringProtocol {
        self.init(intent: intent) { Text(title) }
    }
    @available(iOS 17.0, *)
    nonisolated public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, intent: some AppIntent) {
        self.init(intent: intent) { Text(titleKey) }
    }
    @available(iOS 17.0, *)
    @_disfavoredOverload
    nonisolated public init(_ title: some StringProtocol, role: ButtonRole?, intent: some AppIntent) {
        self.init(intent: intent) { Text(title) }
    }
}

extension Button where Label == SwiftUI.Label<Text, Image> {
    @available(iOS 17.0, *)
    nonisolated public init(
        _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole? = nil, intent: some AppIntent
    ) { self.init(intent: intent) { SwiftUI.Label(titleKey, systemImage: systemImage) } }
    @available(iOS 17.0, *)
    @_disfavoredOverload
    nonisolated public init(
        _ title: some StringProtocol, systemImage: String, role: ButtonRole? = nil, intent: some AppIntent
    ) { self.init(intent: intent) { SwiftUI.Label(title, systemImage: systemImage) } }
}

extension Toggle {
    @available(iOS 17.0, *)
    nonisolated public init<I>(isOn: Bool, intent: I, @ViewBuilder label: () -> Label) where I: AppIntent {
        self.init(_label: label(), _perform: { _ = try? await intent.perform() })
    }
}

extension Toggle where Label == Text {
    @available(iOS 17.0, *)
    nonisolated public init(_ titleKey: LocalizedStringKey, isOn: Bool, intent: some AppIntent) {
        self.init(isOn: isOn, intent: intent) { Text(titleKey) }
    }
    @available(iOS 17.0, *)
    @_disfavoredOverload
    nonisolated public init<S>(_ title: S, isOn: Bool, intent: some AppIntent) where S: StringProtocol {
        self.init(isOn: isOn, intent: intent) { Text(title) }
    }
}
