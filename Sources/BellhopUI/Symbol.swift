#if canImport(UIKit)
/// Names of the system's symbols that the screens use.
enum Symbol {
    static let approve = "checkmark.circle.fill"
    static let deny = "xmark.circle.fill"
}
#endif
