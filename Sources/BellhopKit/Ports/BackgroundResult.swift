/// What a silent push brought (`UIBackgroundFetchResult`).
public enum BackgroundResult: String, Hashable, Sendable, CaseIterable {
    case newData, noData, failed
}
