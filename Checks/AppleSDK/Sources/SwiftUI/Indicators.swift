// Signatures: https://developer.apple.com/documentation/swiftui/controls-and-indicators (progress, gauge, content)

public import Foundation

public struct ProgressView<Label, CurrentValueLabel>: _StubView where Label: View, CurrentValueLabel: View {
    nonisolated public let _node: _Node
}

extension ProgressView where CurrentValueLabel == EmptyView {
    nonisolated public init() where Label == EmptyView { _node = _Node("ProgressView") }
    nonisolated public init(@ViewBuilder label: () -> Label) { _node = _Node("ProgressView", [label()]) }
    nonisolated public init(_ titleKey: LocalizedStringKey) where Label == Text { self.init { Text(titleKey) } }
    @_disfavoredOverload
    nonisolated public init<S>(_ title: S) where Label == Text, S: StringProtocol { self.init { Text(title) } }
}

extension ProgressView {
    nonisolated public init<V>(
        value: V?, total: V = 1.0, @ViewBuilder label: () -> Label
    ) where CurrentValueLabel == EmptyView, V: BinaryFloatingPoint { _node = _Node("ProgressView", [label()]) }
    nonisolated public init<V>(value: V?, total: V = 1.0)
    where Label == EmptyView, CurrentValueLabel == EmptyView, V: BinaryFloatingPoint {
        _node = _Node("ProgressView")
    }
    nonisolated public init<V>(
        value: V?, total: V = 1.0, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) where V: BinaryFloatingPoint { _node = _Node("ProgressView", [label(), currentValueLabel()]) }
    nonisolated public init<V>(_ titleKey: LocalizedStringKey, value: V?, total: V = 1.0)
    where Label == Text, CurrentValueLabel == EmptyView, V: BinaryFloatingPoint {
        _node = _Node("ProgressView", [Text(titleKey)])
    }
    @_disfavoredOverload
    nonisolated public init<S, V>(_ title: S, value: V?, total: V = 1.0)
    where Label == Text, CurrentValueLabel == EmptyView, S: StringProtocol, V: BinaryFloatingPoint {
        _node = _Node("ProgressView", [Text(title)])
    }
}

public struct DefaultDateProgressLabel: _StubView {
    nonisolated public var _node: _Node { _Node("DefaultDateProgressLabel") }
}

extension ProgressView {
    nonisolated public init(
        timerInterval: ClosedRange<Date>, countsDown: Bool = true, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) { _node = _Node("ProgressView", [label(), currentValueLabel()]) }
    nonisolated public init(
        timerInterval: ClosedRange<Date>, countsDown: Bool = true, @ViewBuilder label: () -> Label
    ) where CurrentValueLabel == DefaultDateProgressLabel { _node = _Node("ProgressView", [label()]) }
    nonisolated public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true)
    where Label == EmptyView, CurrentValueLabel == DefaultDateProgressLabel { _node = _Node("ProgressView") }
}

public struct Gauge<Label, CurrentValueLabel, BoundsLabel, MarkedValueLabels>: _StubView
where Label: View, CurrentValueLabel: View, BoundsLabel: View, MarkedValueLabels: View {
    nonisolated public let _node: _Node
    nonisolated public init<V>(value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label)
    where
        CurrentValueLabel == EmptyView, BoundsLabel == EmptyView, MarkedValueLabels == EmptyView,
        V: BinaryFloatingPoint
    { _node = _Node("Gauge", [label()]) }
    nonisolated public init<V>(
        value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) where BoundsLabel == EmptyView, MarkedValueLabels == EmptyView, V: BinaryFloatingPoint {
        _node = _Node("Gauge", [label(), currentValueLabel()])
    }
    nonisolated public init<V>(
        value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel, @ViewBuilder minimumValueLabel: () -> BoundsLabel,
        @ViewBuilder maximumValueLabel: () -> BoundsLabel
    ) where MarkedValueLabels == EmptyView, V: BinaryFloatingPoint {
        _node = _Node("Gauge", [label(), currentValueLabel()])
    }
}

public struct LabeledContent<Label, Content> {
    nonisolated public let _node: _Node
}

extension LabeledContent: View, _StubView where Label: View, Content: View {
    public typealias Body = Never
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        _node = _Node("LabeledContent", [label(), content()])
    }
}

extension LabeledContent where Label == Text, Content: View {
    nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }
    @_disfavoredOverload
    nonisolated public init<S>(_ title: S, @ViewBuilder content: () -> Content) where S: StringProtocol {
        self.init(content: content) { Text(title) }
    }
}

extension LabeledContent where Label == Text, Content == Text {
    nonisolated public init<S>(_ titleKey: LocalizedStringKey, value: S) where S: StringProtocol {
        self.init(content: { Text(value) }, label: { Text(titleKey) })
    }
    @_disfavoredOverload
    nonisolated public init<S1, S2>(_ title: S1, value: S2) where S1: StringProtocol, S2: StringProtocol {
        self.init(content: { Text(value) }, label: { Text(title) })
    }
    nonisolated public init<F>(_ titleKey: LocalizedStringKey, value: F.FormatInput, format: F)
    where F: FormatStyle, F.FormatInput: Equatable, F.FormatOutput == String {
        self.init(content: { Text(value, format: format) }, label: { Text(titleKey) })
    }
    @_disfavoredOverload
    nonisolated public init<S, F>(_ title: S, value: F.FormatInput, format: F)
    where S: StringProtocol, F: FormatStyle, F.FormatInput: Equatable, F.FormatOutput == String {
        self.init(content: { Text(value, format: format) }, label: { Text(title) })
    }
}

public struct ContentUnavailableView<Label, Description, Actions>: _StubView
where Label: View, Description: View, Actions: View {
    nonisolated public let _node: _Node
    nonisolated public init(
        @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
        @ViewBuilder actions: () -> Actions = { EmptyView() }
    ) { _node = _Node("ContentUnavailableView", [label(), description(), actions()]) }
}

extension ContentUnavailableView where Label == SwiftUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
    nonisolated public init(_ title: LocalizedStringKey, systemImage name: String, description: Text? = nil) {
        self.init {
            SwiftUI.Label(title, systemImage: name)
        } description: {
            description
        }
    }
    @_disfavoredOverload
    nonisolated public init<S>(_ title: S, systemImage name: String, description: Text? = nil)
    where S: StringProtocol {
        self.init {
            SwiftUI.Label(title, systemImage: name)
        } description: {
            description
        }
    }
}

public struct SearchUnavailableContent {
    public struct Label: _StubView { nonisolated public var _node: _Node { _Node("SearchUnavailable") } }
    public struct Description: _StubView { nonisolated public var _node: _Node { _Node("SearchUnavailable") } }
    public struct Actions: _StubView { nonisolated public var _node: _Node { _Node("SearchUnavailable") } }
}

extension ContentUnavailableView
where
    Label == SearchUnavailableContent.Label, Description == SearchUnavailableContent.Description,
    Actions == SearchUnavailableContent.Actions
{
    public static var search: ContentUnavailableView<Label, Description, Actions> { .init(searching: ()) }
    public static func search(text: String) -> Self { .init(searching: ()) }
    nonisolated init(searching: Void) { _node = _Node("ContentUnavailableView") }
}

public protocol TimelineSchedule {
    associatedtype Entries: Sequence where Self.Entries.Element == Date
    typealias Mode = TimelineScheduleMode
    func entries(from startDate: Date, mode: Self.Mode) -> Self.Entries
}

public enum TimelineScheduleMode: Hashable, Sendable { case normal, lowFrequency }

public struct PeriodicTimelineSchedule: TimelineSchedule, Sendable {
    let start: Date
    let interval: TimeInterval
    public init(from startDate: Date, by interval: TimeInterval) { (start, self.interval) = (startDate, interval) }
    public func entries(from startDate: Date, mode: TimelineScheduleMode) -> UnfoldFirstSequence<Date> {
        let interval = interval
        return sequence(first: start) { $0.addingTimeInterval(interval) }
    }
}

public struct EveryMinuteTimelineSchedule: TimelineSchedule, Sendable {
    public init() {}
    public func entries(from startDate: Date, mode: TimelineScheduleMode) -> UnfoldFirstSequence<Date> {
        sequence(first: startDate) { $0.addingTimeInterval(60) }
    }
}

public struct ExplicitTimelineSchedule<Entries>: TimelineSchedule where Entries: Sequence, Entries.Element == Date {
    let dates: Entries
    public init(_ dates: Entries) { self.dates = dates }
    public func entries(from startDate: Date, mode: TimelineScheduleMode) -> Entries { dates }
}

extension TimelineSchedule where Self == PeriodicTimelineSchedule {
    public static func periodic(from startDate: Date, by interval: TimeInterval) -> PeriodicTimelineSchedule {
        .init(from: startDate, by: interval)
    }
}
extension TimelineSchedule where Self == EveryMinuteTimelineSchedule {
    public static var everyMinute: EveryMinuteTimelineSchedule { .init() }
}
extension TimelineSchedule {
    public static func explicit<S>(_ dates: S) -> ExplicitTimelineSchedule<S>
    where Self == ExplicitTimelineSchedule<S>, S: Sequence, S.Element == Date { .init(dates) }
}

public struct TimelineView<Schedule, Content> where Schedule: TimelineSchedule {
    nonisolated public let _node: _Node
    public struct Context {
        public enum Cadence: Comparable, Sendable { case live, seconds, minutes }
        public let date: Date
        public let cadence: Cadence
    }
}

extension TimelineView: View, _StubView where Content: View {
    public typealias Body = Never
    nonisolated public init(
        _ schedule: Schedule,
        @ViewBuilder content: @escaping (TimelineView<EveryMinuteTimelineSchedule, Never>.Context) -> Content
    ) {
        let first =
            schedule.entries(from: Date(timeIntervalSinceReferenceDate: 0), mode: .normal)
            .first { _ in true } ?? Date(timeIntervalSinceReferenceDate: 0)
        _node = _Node("TimelineView", lazy: { [content(.init(date: first, cadence: .live))] })
    }
}

public typealias TimelineViewDefaultContext = TimelineView<EveryMinuteTimelineSchedule, Never>.Context
