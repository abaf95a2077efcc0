// Signatures: https://developer.apple.com/documentation/appintents/appintentspackage

@available(iOS 17.0, *)
public protocol AppIntentsPackage {
    static var includedPackages: [any AppIntentsPackage.Type] { get }
}

@available(iOS 17.0, *)
extension AppIntentsPackage {
    public static var includedPackages: [any AppIntentsPackage.Type] { [] }
}
