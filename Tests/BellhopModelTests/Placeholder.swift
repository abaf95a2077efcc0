import Testing

@testable import BellhopModel
