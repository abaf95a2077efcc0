// Signatures: https://developer.apple.com/documentation/swiftui/color

public import Foundation

public struct Color: Hashable, CustomStringConvertible, Sendable {
    let name: String
    init(named name: String) { self.name = name }

    public enum RGBColorSpace: Hashable, Sendable { case sRGB, sRGBLinear, displayP3 }

    public init(_ name: String, bundle: Bundle? = nil) { self.name = name }
    public init(
        _ colorSpace: Color.RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
    ) {
        name = "rgb(\(red) \(green) \(blue))"
    }
    public init(_ colorSpace: Color.RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
        name = "white(\(white))"
    }
    public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) { name = "hue(\(hue))" }

    public static let red = Color(named: "red")
    public static let orange = Color(named: "orange")
    public static let yellow = Color(named: "yellow")
    public static let green = Color(named: "green")
    public static let mint = Color(named: "mint")
    public static let teal = Color(named: "teal")
    public static let cyan = Color(named: "cyan")
    public static let blue = Color(named: "blue")
    public static let indigo = Color(named: "indigo")
    public static let purple = Color(named: "purple")
    public static let pink = Color(named: "pink")
    public static let brown = Color(named: "brown")
    public static let white = Color(named: "white")
    public static let gray = Color(named: "gray")
    public static let black = Color(named: "black")
    public static let clear = Color(named: "clear")
    public static let primary = Color(named: "primary")
    public static let secondary = Color(named: "secondary")
    public static let accentColor = Color(named: "accentColor")

    public var description: String { name }
    public func opacity(_ opacity: Double) -> Color { self }
    public var gradient: AnyGradient { AnyGradient(Gradient(colors: [self])) }
}

extension Color: ShapeStyle {}

extension Color: _StubView {
    public typealias Body = Never
    nonisolated public var _node: _Node { _Node("Color") }
}

public struct Gradient: Hashable, Sendable {
    public struct Stop: Hashable, Sendable {
        public var color: Color
        public var location: CGFloat
        public init(color: Color, location: CGFloat) { (self.color, self.location) = (color, location) }
    }
    public var stops: [Gradient.Stop]
    public init(stops: [Gradient.Stop]) { self.stops = stops }
    public init(colors: [Color]) { stops = colors.map { Stop(color: $0, location: 0) } }
}

public struct AnyGradient: Hashable, ShapeStyle, Sendable {
    public init(_ gradient: Gradient) {}
}

public struct LinearGradient: ShapeStyle, _StubView, Sendable {
    public typealias Body = Never
    nonisolated public var _node: _Node { _Node("LinearGradient") }
    nonisolated public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {}
    nonisolated public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {}
    nonisolated public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {}
}
