import BellhopCLI

@main
struct Main {
    static func main() async { await BellhopCommand.launch() }
}
