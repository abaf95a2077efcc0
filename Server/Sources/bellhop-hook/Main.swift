import BellhopHook

@main
struct Main {
    static func main() async { await HookProgram.launch() }
}
