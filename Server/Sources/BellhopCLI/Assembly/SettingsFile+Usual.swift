import BellhopClient
import Foundation

extension SettingsFile {
    /// The configuration file of whoever runs this process.
    static var usual: SettingsFile { SettingsFile(environment: ProcessInfo.processInfo.environment) }
}
