/// The system's Live Activities together with the buttons in them.
public protocol AnsweringActivityPort: ActivityPort {
    /// Sends the answers given in activities to `bellhop`. Called once, at launch; an answer that launched the app
    /// waits for this call.
    func connect(to bellhop: Bellhop) async
}
