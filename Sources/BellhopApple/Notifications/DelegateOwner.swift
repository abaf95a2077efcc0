/// Who hears what the notification center has to say. There is one place for a delegate, and who sets it last has it:
/// a diagnosis of taps that go nowhere begins here.
public enum DelegateOwner: Hashable, Sendable {
    /// Nobody: every tap is lost.
    case nobody
    case bellhop
    /// Bellhop, which hands on what is not its own to an object of this type.
    case bellhopBefore(String)
    /// An object of this type, which Bellhop hears nothing from. It was set after Bellhop.
    case other(String)
}
