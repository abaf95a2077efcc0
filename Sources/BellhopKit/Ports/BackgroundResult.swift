/// The result of a silent push (`UIBackgroundFetchResult`).
public enum BackgroundResult: String, Hashable, Sendable, CaseIterable {
    case newData, noData, failed
}
