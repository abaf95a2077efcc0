import BellhopModel
import Foundation

/// Where a simulator writes what its clients need.
struct SimulatorFolder {
    private let folder: DataFolder

    /// - Parameter option: as given; `nil` makes a new temporary folder for the service `name`.
    init(option: String?, name: String) throws {
        let temporary = FileManager.default.temporaryDirectory.appending(path: "bellhop-\(name)-\(UUID().uuidString)")
        folder = DataFolder(option: option ?? temporary.path, environment: [:])
        try folder.prepare(as: "folder", option: "--folder")
    }

    var path: String { folder.url.path }

    func write(_ text: String, to name: String) throws { try folder.write(text, to: folder.url.appending(path: name)) }
}
