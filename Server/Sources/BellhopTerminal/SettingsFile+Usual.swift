package import BellhopClient
import BellhopFoundation

extension SettingsFile {
    /// The configuration file of whoever runs this process.
    package static var usual: SettingsFile { SettingsFile(environment: ProcessInfo.processInfo.environment) }
}
