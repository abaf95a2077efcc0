// developer.apple.com/documentation/os/logger, …/oslogmessage, …/oslogprivacy. Nothing is written.

@_exported import Foundation

public struct Logger: Sendable {
    public init(subsystem: String, category: String) {}
    public init() {}

    public func log(_ message: OSLogMessage) {}
    public func log(level: OSLogType, _ message: OSLogMessage) {}
    public func trace(_ message: OSLogMessage) {}
    public func debug(_ message: OSLogMessage) {}
    public func info(_ message: OSLogMessage) {}
    public func notice(_ message: OSLogMessage) {}
    public func warning(_ message: OSLogMessage) {}
    public func error(_ message: OSLogMessage) {}
    public func critical(_ message: OSLogMessage) {}
    public func fault(_ message: OSLogMessage) {}
}

public struct OSLogType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let `default` = Self(rawValue: 0)
    public static let info = Self(rawValue: 1)
    public static let debug = Self(rawValue: 2)
    public static let error = Self(rawValue: 16)
    public static let fault = Self(rawValue: 17)
}

public struct OSLogPrivacy: Sendable {
    public static var `public`: Self { Self() }
    public static var `private`: Self { Self() }
    public static var sensitive: Self { Self() }
    public static var auto: Self { Self() }
}

public struct OSLogMessage: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) {}
    public init(stringInterpolation: OSLogInterpolation) {}
}

public struct OSLogInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(
        _ value: @autoclosure @escaping () -> String, privacy: OSLogPrivacy = .auto
    ) {}
    public mutating func appendInterpolation(_ value: @autoclosure @escaping () -> Bool, privacy: OSLogPrivacy = .auto)
    {}
    public mutating func appendInterpolation(
        _ value: @autoclosure @escaping () -> some BinaryInteger, privacy: OSLogPrivacy = .auto
    ) {}
    public mutating func appendInterpolation(
        _ value: @autoclosure @escaping () -> Double, privacy: OSLogPrivacy = .auto
    ) {}
    public mutating func appendInterpolation<T: CustomStringConvertible>(
        _ value: @autoclosure @escaping () -> T, privacy: OSLogPrivacy = .auto
    ) {}
    public mutating func appendInterpolation(
        _ value: @autoclosure @escaping () -> any Error, privacy: OSLogPrivacy = .auto
    ) {}
}
