public import Foundation

/// The dependencies of a service run. Work whose dependency is `nil` is skipped; the text is always delivered.
public struct ServicePorts: Sendable {
    public var clock: any ClockPort
    /// In the app group, shared with the app.
    public var journal: (any Journal)?
    public var center: (any NotificationCenterPort)?
    /// Which asks are open, by the server's word.
    public var openAsks: (any OpenAsksPort)?
    public var downloads: (any DownloadPort)?
    public var pictures: (any CodePicturePort)?
    /// The folder for files until the system takes them.
    public var folder: URL

    public init(
        clock: any ClockPort = SystemClock(), journal: (any Journal)? = nil,
        center: (any NotificationCenterPort)? = nil, openAsks: (any OpenAsksPort)? = nil,
        downloads: (any DownloadPort)? = nil, pictures: (any CodePicturePort)? = nil,
        folder: URL = FileManager.default.temporaryDirectory
    ) {
        self.clock = clock
        self.journal = journal
        self.center = center
        self.openAsks = openAsks
        self.downloads = downloads
        self.pictures = pictures
        self.folder = folder
    }
}
