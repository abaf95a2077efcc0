// Masks secrets of known formats in displayed text, with the rules of SecretMask in BellhopModel.
//
// A mask covers a part of one word only, never white space, quotes or shell syntax, so that it cannot cover a command.
// The position only moves forward, so that hostile text takes linear time.

export const MASK = "‹masked›";

const ALPHABETS = { capitals: "0-9A-Z", letters: "0-9A-Za-z", word: "\\w", dashed: "\\w-", dotted: "\\w.-", path: "\\w/-" };
/** Vendors' formats: prefixes, the alphabet of the rest, and its minimum length. */
const FORMATS = [
  ["bh_agent_ bh_device_ bh_admin_ nvapi- pypi- AIza figd_ ATATT3", "dashed", 30], ["AKIA ASIA ABIA ACCA", "capitals", 16],
  ["ghp_ gho_ ghu_ ghs_ ghr_ github_pat_", "word", 20], ["glpat- gldt- glrt- glcbt- ya29.", "dotted", 20],
  ["xoxa- xoxb- xoxp- xoxr- xoxs- xoxe- xoxe. xapp-", "dashed", 10], ["hooks.slack.com/services/ discord.com/api/webhooks/", "path", 20],
  ["sk_live_ sk_test_ rk_live_ rk_test_ whsec_", "word", 10], ["sk-ant- sk-proj- sk-svcacct- sk-or-", "dashed", 16],
  ["sk- GOCSPX- dckr_pat_ dckr_oat_ tskey- hvs. PMAK-", "dashed", 20], ["hf_ gsk_ xai- r8_ pplx- npm_ rubygems_ dop_v1_ doo_v1_ sbp_", "letters", 30],
  ["shpat_ lin_api_", "letters", 20], ["SG.", "dotted", 30], ["AGE-SECRET-KEY-1", "capitals", 30], ["sntrys_", "word", 30],
].flatMap(([prefixes, alphabet, least]) => prefixes.split(" ").map((prefix) => ({ prefix, least, rest: new RegExp(`[${ALPHABETS[alphabet]}]{${least},}`, "y") })))
  .sort((a, b) => b.prefix.length - a.prefix.length);
const FIRST = new Set(FORMATS.map(({ prefix }) => prefix[0]));

const words = (text) => new Set(text.split(" "));
const ENDING = /(?:password|passwd|passphrase|passcode|secret|token|apikey|accesskey|secretkey|privatekey|encryptionkey|signingkey|masterkey|servicekey|accountkey|authkey|sharedkey|deploykey|secretkeybase|credentials?)$|^pass$/;
const DOUBTFUL = /(?:key|auth|cookie|session|sessionid|sid|signature|sig)$/;
const LOGINS = words("u user proxy-user");
const PLACEHOLDERS = words("null nil none true false undefined string str int number bool boolean any bearer basic token digest apikey negotiate");
const PROGRAMS = words("rm mv cp ln dd sh bash zsh dash ksh fish sudo doas su env exec eval source xargs find curl wget nc ncat socat ssh scp rsync git chmod chown kill mkfs shred tee python python3 perl ruby node php osascript base64 docker kubectl npm npx reboot shutdown");
const SHELLS = words("sh bash zsh dash ksh fish sudo python python3 perl ruby node php source");
/** Programs that make words or values from a text. */
const READERS = words("eval xargs printenv declare typeset compgen awk sed cut tr");

const SYNTAX = /[\x00-\x20\x7f;|&<>(){}[\]$`"'\\]/;
const MAX = 512;

const folded = (name) => name.slice(-40).replace(/[^0-9A-Za-z]/g, "").toLowerCase();
const isSecret = (name) => ENDING.test(folded(name)) || /^.+[^0-9A-Za-z](?:pwd|pass)$/i.test(name);
const mayBeSecret = (name) => DOUBTFUL.test(folded(name));
const isMixed = (text) => /[0-9]/.test(text) && /[A-Z]/.test(text);
/** A generated value: of the Base64 alphabet, long, with digits, small and capital letters. */
const isRandom = (value) => {
  const text = value.slice(0, MAX);
  return /^[^.~/]/.test(text) && isMixed(text) && /[a-z]/.test(text) && /^[\w.+/=~-]*$/.test(text) && (text.length >= 20 || /[+=]/.test(text));
};
const mayBePathOrHost = (value) => value.length > MAX || /[/.@]/.test(value);

/** The names whose values a shell or a program may use. Doubtful cases count as used. */
function usage(text) {
  const expanded = new Set(), mentioned = new Set();
  let isIndirect = false;
  const isGiven = (end, signs) => {
    let index = end;
    while (index < end + 4 && /[ \t"'\\]/.test(text[index] ?? "")) index++;
    return index < text.length && signs.includes(text[index]) && text[index + 1] !== "=";
  };
  const token = /\$(\{?)(\w*)|\|[\x00-\x20&]*(?=(\w*))|\w+/g;
  for (let match; (match = token.exec(text)); ) {
    const end = token.lastIndex, sign = match[0][0];
    if (sign === "|") {
      if (SHELLS.has(match[3])) isIndirect = true;
    } else if (sign === "$") {
      const [, brace, name] = match;
      if (!name || /^[0-9]/.test(name)) {
        const next = name[0] ?? text[end];
        if (brace || (next && /[0-9@*!]/.test(next))) isIndirect = true;
        continue;
      }
      if ((brace && text[end] !== "}") || name === "_" || name.startsWith("BASH")) isIndirect = true;
      (!brace && isGiven(end, "=") ? mentioned : expanded).add(name);
    } else {
      const word = match[0];
      if (READERS.has(word)) isIndirect = true;
      if (text[match.index - 1] !== "-" && !isGiven(end, "=:") && (isSecret(word) || mayBeSecret(word))) mentioned.add(word);
    }
  }
  return { isIndirect, isExpanded: (name) => expanded.has(name), mayUse: (name) => isIndirect || expanded.has(name) || mentioned.has(name) };
}

/** The usage of the latest text, because all parts of an input share one. */
let latest = {};
const usageOf = (text) => (latest.text === text ? latest : (latest = { text, usage: usage(text) })).usage;

class Scanner {
  constructor(text, whole, from) {
    Object.assign(this, { text, whole, from, position: 0, output: "", written: from, count: 0, used: 0, nameEnd: 0, valueEnd: 0, slash: 0, noTokenBefore: 0 });
  }

  get uses() { return (this.known ??= usageOf(this.whole)); }

  /** The end of a match of a sticky expression at `index`; `index` if there is none. */
  end(pattern, index) {
    pattern.lastIndex = index;
    return pattern.test(this.text) ? pattern.lastIndex : index;
  }

  /** The end of the word without shell syntax at `index`. Each word is scanned once, because values may overlap. */
  wordEnd(index) {
    if (index >= this.valueEnd) this.valueEnd = this.end(/[^\x00-\x20\x7f;|&<>(){}[\]$`"'\\]*/y, index);
    return this.valueEnd;
  }

  hasSlash(start, end) {
    if (this.slash < start) this.slash = this.text.indexOf("/", start);
    if (this.slash < 0) this.slash = Infinity;
    return this.slash < end;
  }

  hide(start, end, isUsed) {
    if (start >= this.from && this.text.slice(start, end) !== MASK) {
      this.output += this.text.slice(this.written, start) + MASK;
      this.written = end;
      this.count++;
      if (isUsed) this.used += end - start;
    }
    this.position = end;
    return true;
  }

  run() {
    const { text } = this, next = /[\w:\x1b-]/g;
    for (;;) {
      next.lastIndex = this.position;
      const match = next.exec(text);
      if (!match) break;
      this.position = match.index;
      const character = match[0];
      if (character === ":" && text.startsWith("://", this.position)) this.userInfo();
      else if (character === "-" && text.startsWith("-----BEGIN ", this.position)) this.privateKey();
      else if (character === "\x1b" && text[this.position + 1] === "[") this.position = this.end(/[ -?]*[@-~]?/y, this.position + 2);
      else if (/\w/.test(character)) { if (!(this.format() || this.webToken() || this.bearer() || this.named())) this.position = this.end(/\w+/y, this.position); }
      else this.position++;
    }
    return { text: this.output + text.slice(this.written), count: this.count, used: this.used };
  }

  format() {
    if (!FIRST.has(this.text[this.position])) return false;
    for (const { prefix, least, rest } of FORMATS) {
      if (!this.text.startsWith(prefix, this.position)) continue;
      const start = this.position + prefix.length;
      if (prefix === "sk-" && !isMixed(this.text.slice(start, start + least))) continue;
      const end = this.end(rest, start);
      if (end > start) return this.hide(start, end, true);
    }
    return false;
  }

  /** A JSON Web Token (RFC 7519 §3). */
  webToken() {
    if (this.position < this.noTokenBefore || !this.text.startsWith("eyJ", this.position)) return false;
    const header = this.end(/[\w-]+/y, this.position), body = this.end(/\.[\w-]+/y, header);
    if (header - this.position < 10 || body === header) { this.noTokenBefore = header; return false; }
    return this.hide(this.position + 3, this.end(/\.[\w-]*/y, body), true);
  }

  bearer() {
    if (!/^[Bb]earer $/.test(this.text.slice(this.position, this.position + 7))) return false;
    const start = this.position + 7, end = this.end(/[\w.~+/=-]{16,}/y, start), token = this.text.slice(start, end);
    return end > start && (!mayBePathOrHost(token) || isRandom(token)) && this.hide(start, end, true);
  }

  /** The user information in a URL (RFC 3986 §3.2.1). With two `@`, parsers disagree about the start of the host. */
  userInfo() {
    const start = (this.position += 3), text = this.text.slice(start, this.end(/[^/?#\x00-\x20\x7f;|&<>(){}[\]$`"'\\]*/y, start));
    const at = text.lastIndexOf("@"), colon = text.indexOf(":");
    if (at < 0) return;
    const isUsed = text.indexOf("@") < at || this.uses.isIndirect;
    if (colon >= 0 && colon < at) { if (colon + 1 < at) this.hide(start + colon + 1, start + at, isUsed); }
    else if (at >= 20 && isMixed(text.slice(0, at))) this.hide(start, start + at, isUsed);
  }

  /** The lines of a PEM private key (RFC 7468), also with line breaks written as `\n`. */
  privateKey() {
    const { text } = this, start = this.position, label = this.end(/[0-9A-Z ]{0,64}/y, start + 11);
    this.position = label;
    if (!text.startsWith("-----", label) || !text.slice(start, label).includes("PRIVATE KEY")) return;
    this.position = label + 5;
    for (let lines = 0, headers = 0; this.position < text.length; ) {
      this.position = this.end(/[\x00-\x20]+/y, this.position);
      if (/^\\[nr]/.test(text.slice(this.position, this.position + 2))) { this.position += 2; continue; }
      const from = this.position, stop = this.end(/[0-9A-Za-z+/=]+/y, from);
      const isLineEnd = stop === text.length || /[\x00-\x20\\]/.test(text[stop]) || text.startsWith("-----END", stop);
      if (stop === from || !isLineEnd) {
        if (lines || headers++ >= 4 || stop === from) return;
        this.position = this.end(/[^\n\\]*/y, from);
        continue;
      }
      const kept = lines === 0 ? Math.min(4, stop - from) : text[from] === "/" ? 1 : 0;
      if (stop - from >= 20 || isMixed(text.slice(from, stop))) { this.hide(from + kept, stop, true); lines++; }
      else this.position = stop;
    }
  }

  get isOption() { return this.text[this.position - 1] === "-"; }

  /** `API_KEY=x`, `--password x`, `"token": "x"`, `Authorization: Bearer x`, `-u name:x`. */
  named() {
    if (this.position < this.nameEnd) return false;
    const { text } = this;
    this.nameEnd = this.end(/[\w-]+/y, this.position);
    const closed = this.afterQuote(this.nameEnd), sign = this.end(/[ \t]*/y, closed);
    let kind, start;
    if (text[sign] === "=") [kind, start] = ["equals", sign + 1];
    else if (text[sign] === ":") {
      if (text.startsWith("://", sign)) return false;
      [kind, start] = text[sign + 1] === "=" ? ["equals", sign + 2] : ["colon", sign + 1];
    } else if (this.isOption && closed === this.nameEnd && sign > closed) [kind, start] = ["space", sign];
    else return false;
    start = this.end(/[ \t]*/y, start);
    const name = text.slice(this.position, this.nameEnd), isHeader = kind !== "space" && folded(name).endsWith("authorization");
    const isLogin = this.isOption && LOGINS.has(name);
    const range = isHeader || isSecret(name) ? this.value(start, kind, isHeader) : mayBeSecret(name) ? this.random(start) : isLogin ? this.password(start) : undefined;
    if (!range) return false;
    const value = text.slice(...range);
    const isToken = value.startsWith("eyJ") || FORMATS.some(({ prefix, least }) => value.startsWith(prefix) && value.length >= prefix.length + least);
    const isPlace = mayBePathOrHost(value) && !(isHeader && isToken);
    if ((isPlace || this.uses.isExpanded(name)) && !isRandom(value) && !(isLogin && text[range[0] - 1] === ":")) return false;
    return this.hide(...range, isPlace || this.uses.mayUse(name));
  }

  value(start, kind, isHeader) {
    const { text } = this;
    let first = this.afterQuote(start);
    const isQuoted = first > start;
    if (isHeader) first = this.afterScheme(first);
    if (text.startsWith("-----BEGIN ", first)) return undefined;
    const last = this.wordEnd(first);
    if (last <= first) return undefined;
    const value = text.slice(first, last);
    if (value.length <= 9 && PLACEHOLDERS.has(folded(value))) return undefined;
    if (value.length <= MAX && PROGRAMS.has(value.slice(value.lastIndexOf("/") + 1))) return undefined;
    if (isQuoted || isHeader) return [first, last];
    if (kind === "space") return value[0] === "-" ? undefined : [first, last];
    // A comparison, a call or a subscript is code.
    if (kind === "equals") return value[0] === "=" || text[last] === "(" || text[last] === "[" ? undefined : [first, last];
    // After a colon, in prose and type annotations, only generated values are secrets.
    const end = this.end(/[\w+/=-]*/y, first);
    return end - first >= 6 && /[0-9]/.test(text.slice(first, end)) && (end === text.length || /[\x00-\x20,}"']/.test(text[end])) ? [first, end] : undefined;
  }

  random(start) {
    const first = this.afterQuote(start), end = this.end(/[0-9A-Za-z]*/y, first), length = end - first;
    if (length < 20) return undefined;
    const digits = this.text.slice(first, end).replace(/[^0-9]/g, "").length, next = this.text[end];
    return digits > 1 && digits < length && (next === undefined || next === "," || SYNTAX.test(next)) ? [first, end] : undefined;
  }

  /** The part after the colon of `name:password`, but not of `1000:1000` or a path. */
  password(start) {
    const name = this.afterQuote(start), colon = this.end(/[\w.-]+/y, name);
    if (colon === name || this.text[colon] !== ":") return undefined;
    const end = this.wordEnd(colon + 1);
    return this.hasSlash(colon + 1, end) || this.end(/[0-9]*/y, colon + 1) === end ? undefined : [colon + 1, end];
  }

  afterQuote(index) {
    const quote = this.text[index] === "\\" ? index + 1 : index;
    return this.text[quote] === "\"" || this.text[quote] === "'" ? quote + 1 : index;
  }

  /** The index after an authentication scheme (RFC 9110 §11.4), if credentials follow it. */
  afterScheme(index) {
    const scheme = this.end(/[\w-]{1,20}/y, index), credentials = this.end(/[ \t]*/y, scheme);
    return scheme > index && credentials > scheme && credentials < this.text.length && !SYNTAX.test(this.text[credentials]) ? credentials : index;
  }
}

/**
 * Returns the masked text, the number of masks, and the number of masked characters that the text may run, open or contact.
 *
 * `whole` is the text in which names of values are looked up, if `text` is a part of it. The text before `from` names
 * values only: it is neither masked nor returned.
 */
export const mask = (text, whole = text, from = 0) => new Scanner(text, whole, from).run();
