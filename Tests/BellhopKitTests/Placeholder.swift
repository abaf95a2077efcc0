import Testing

@testable import BellhopKit
