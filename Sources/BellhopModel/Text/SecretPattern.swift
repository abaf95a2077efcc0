/// A vendor's token format: a prefix and a minimum number of characters of an alphabet.
struct SecretPattern {
    let prefix: [UInt8]
    let alphabet: Alphabet
    /// The minimum length after the prefix.
    let atLeast: Int
    /// `true` if the rest must have a digit and a capital letter, for prefixes that are also ordinary words.
    let mixed: Bool

    enum Alphabet {
        case capitals, letters, word, dashed, dotted, path

        func contains(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "a")...UInt8(ascii: "z"): self != .capitals
            case UInt8(ascii: "_"): self != .capitals && self != .letters
            case UInt8(ascii: "-"): self == .dashed || self == .dotted || self == .path
            case UInt8(ascii: "."): self == .dotted
            case UInt8(ascii: "/"): self == .path
            default: false
            }
        }
    }

    private init(_ prefix: String, _ alphabet: Alphabet, _ atLeast: Int, mixed: Bool = false) {
        self.prefix = Array(prefix.utf8)
        self.alphabet = alphabet
        self.atLeast = atLeast
        self.mixed = mixed
    }

    /// Patterns by the first byte of their prefix, longer prefixes first. The formats are those that vendors document
    /// for secret scanners. Lengths are minimums, because vendors lengthen their tokens.
    static let byFirstByte: [[SecretPattern]] = {
        var table = [[SecretPattern]](repeating: [], count: 256)
        for shape in all { table[Int(shape.prefix[0])].append(shape) }
        return table.map { $0.sorted { $0.prefix.count > $1.prefix.count } }
    }()

    private static let all: [SecretPattern] = [
        // Bellhop's own keys.
        .init("bh_agent_", .dashed, 30), .init("bh_device_", .dashed, 30), .init("bh_admin_", .dashed, 30),
        // AWS access key ids: long-term, temporary, service bearer, context.
        .init("AKIA", .capitals, 16), .init("ASIA", .capitals, 16), .init("ABIA", .capitals, 16),
        .init("ACCA", .capitals, 16),
        // GitHub: personal, OAuth, user-to-server, server-to-server, refresh, fine-grained.
        .init("ghp_", .word, 20), .init("gho_", .word, 20), .init("ghu_", .word, 20), .init("ghs_", .word, 20),
        .init("ghr_", .word, 20), .init("github_pat_", .word, 20),
        // GitLab: personal, deploy, runner, CI job.
        .init("glpat-", .dotted, 20), .init("gldt-", .dotted, 20), .init("glrt-", .dotted, 20),
        .init("glcbt-", .dotted, 20),
        // Slack: bot, user, workspace, refresh, configuration, app-level.
        .init("xoxa-", .dashed, 10), .init("xoxb-", .dashed, 10), .init("xoxp-", .dashed, 10),
        .init("xoxr-", .dashed, 10), .init("xoxs-", .dashed, 10), .init("xoxe-", .dashed, 10),
        .init("xoxe.", .dashed, 10), .init("xapp-", .dashed, 10),
        // Webhook addresses, which allow posting without further authentication.
        .init("hooks.slack.com/services/", .path, 20), .init("discord.com/api/webhooks/", .path, 20),
        // Stripe: secret, restricted, webhook signing.
        .init("sk_live_", .word, 10), .init("sk_test_", .word, 10), .init("rk_live_", .word, 10),
        .init("rk_test_", .word, 10), .init("whsec_", .word, 10),
        // Model vendors.
        .init("sk-ant-", .dashed, 16), .init("sk-proj-", .dashed, 16), .init("sk-svcacct-", .dashed, 16),
        .init("sk-or-", .dashed, 16), .init("sk-", .dashed, 20, mixed: true), .init("hf_", .letters, 30),
        .init("gsk_", .letters, 30), .init("xai-", .letters, 30),
        .init("nvapi-", .dashed, 30), .init("r8_", .letters, 30), .init("pplx-", .letters, 30),
        // Google: API key, OAuth access token, client secret.
        .init("AIza", .dashed, 30), .init("ya29.", .dotted, 20), .init("GOCSPX-", .dashed, 20),
        // Package registries.
        .init("npm_", .letters, 30), .init("pypi-", .dashed, 30), .init("rubygems_", .letters, 30),
        .init("dckr_pat_", .dashed, 20), .init("dckr_oat_", .dashed, 20),
        // Hosting and mail.
        .init("dop_v1_", .letters, 30), .init("shpat_", .letters, 20), .init("SG.", .dotted, 30),
        .init("AGE-SECRET-KEY-1", .capitals, 30), .init("tskey-", .dashed, 20), .init("hvs.", .dashed, 20),
        .init("lin_api_", .letters, 20), .init("PMAK-", .dashed, 20), .init("ATATT3", .dashed, 30),
        .init("sbp_", .letters, 30),
        .init("figd_", .dashed, 30), .init("sntrys_", .word, 30), .init("doo_v1_", .letters, 30),
    ]
}
