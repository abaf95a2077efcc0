import BellhopModel
import Foundation

/// The system's wall clock.
@Sendable func systemClock() -> Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
