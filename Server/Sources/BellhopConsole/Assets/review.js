// The complete input of an ask in parts, with a record of the parts that were on the screen.
import "./signing.js";
import { T, append, h, icon, replace } from "./dom.js";
import { mask } from "./secrets.js";

const { canonicalJSON } = self.bellhopSigning;

// Texts from others

const VISIBLE_SIGNS = "(?![\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}])";
const HIDDEN = new RegExp(`${VISIBLE_SIGNS}([\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u2800\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}\\p{Cf}\\p{Co}\\p{Cs}])\\1*`, "gu");
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/u;
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u;
const SPACES = /[\t\n\p{Zs}]{41,}|\n(?:[ \t\u00a0]*\n){4,}/gu;
/** Letters of other alphabets that look like Latin ones, and scripts and styles with many of them. */
const TWINS = "аеорсухѕіјԁԛԝһӏѵүкмтАВЕКМНОРСТХЅІЈУҮԚԜӀҺёїЁЇοανριυκγχϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧօսհոզցՕՏՍɑɡɩ";
const TWIN = new RegExp(`[${TWINS}\\p{Script=Cherokee}\\p{Script=Lisu}\\p{Script=Coptic}\\p{Script=Deseret}\\p{Script=Old_Italic}\\p{Script=Lycian}\\p{Script=Carian}\\p{Script=Warang_Citi}\\u2102-\\u2149\\u2160-\\u217f\\uff10-\\uff5a\\u{1d400}-\\u{1d7ff}\\u{1fbf0}-\\u{1fbf9}]`, "u");
const TWIN_LETTERS = new RegExp(TWIN, "gu"), SLASH_TWIN = /[\u2044\u2215\u29f8\u2024]/;
const WORD = /[\p{L}\p{M}\p{N}_]+/gu, LATIN = /\p{Script=Latin}/u, OTHER = new RegExp(`(?![${TWINS}])[\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Armenian}]`, "u");

/** The first word whose letters imitate Latin ones; `undefined` if there is none. */
function lookalike(text) {
  const hasOther = OTHER.test(text);
  const word = text.match(WORD)?.find((word) => TWIN.test(word) && (LATIN.test(word.replace(TWIN_LETTERS, "")) || (!hasOther && [...word].length >= 3 && [...word].every((letter) => TWIN.test(letter)))));
  if (word) return word;
  // Split at white space, because an expression for the word around the character takes quadratic time.
  const index = text.search(SLASH_TWIN);
  return index < 0 ? undefined : text.slice(0, index).split(/\s/).at(-1) + text.slice(index).split(/\s/, 1)[0];
}

const hiddenCharacters = new Map();
/** The warning about a hidden character, and its code point. */
function hidden(character) {
  let found = hiddenCharacters.get(character);
  if (!found) {
    const warning = DIRECTIONS.test(character) ? T.warnings.directions : /[\u0000-\u001f\u007f-\u009f]/.test(character) ? T.warnings.controls : T.warnings.invisible;
    hiddenCharacters.set(character, (found = { warning, code: `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}` }));
  }
  return found;
}

/** Makes invisible characters visible, such as `‹U+202E›`. Returns the text and its warnings. */
export function sanitize(text, { isLine = false } = {}) {
  const warnings = new Set();
  let result = text.replace(/\r\n/g, "\n");
  if (!/^[ -~\n]*$/.test(result)) {
    result = result.replace(HIDDEN, (run, character, offset, whole) => {
      if (run === "\ufe0f" || run === "\u200d" || run === "\u200c") {
        const before = [...whole.slice(Math.max(0, offset - 2), offset)].at(-1) ?? "";
        const after = String.fromCodePoint(whole.codePointAt(offset + 1) ?? 0);
        if (run === "\ufe0f" && EMOJI.test(before)) return run;
        if (run === "\u200d" && EMOJI.test(before) && EMOJI.test(after)) return run;
        if (run === "\u200c" && /\p{Script=Arabic}/u.test(before) && /\p{Script=Arabic}/u.test(after)) return run;
      }
      const { warning, code } = hidden(character);
      warnings.add(warning);
      return run === character ? `‹${code}›` : `‹${code} ×${run.length / character.length}›`;
    });
    result = result.replace(/([\p{Mn}\p{Me}]{6})([\p{Mn}\p{Me}]+)/gu, (run, kept, more) => { warnings.add(T.warnings.accents); return `${kept}‹${T.warnings.accentCount([...more].length)}›`; });
    const word = lookalike(result);
    if (word) warnings.add(T.warnings.mixed(word.slice(0, 40)));
  }
  result = result.replace(SPACES, (run) => { warnings.add(T.warnings.spaces); const end = run.includes("\n") ? "\n" : " "; return `${end}‹${T.warnings.spaceCount(run.length)}›${end}`; });
  if (isLine) result = result.replace(/\n/g, " ⏎ ").replace(/\t/g, " ⇥ ");
  return { text: result, warnings: [...warnings] };
}

/** A text for reading: secrets are masked, and invisible characters are visible. */
export const prose = (text) => sanitize(mask(text ?? "").text).text;

/** One line for titles and names, cut at the end. */
export function line(text, limit = 200) {
  const shown = sanitize(mask((text ?? "").slice(0, 4000)).text, { isLine: true }).text;
  return shown.length > limit ? `${shown.slice(0, limit - 1)}…` : shown;
}

// Input

/** The maximum length of the names of all fields. Those of deeply nested objects may be far longer than the input. */
const NAMES = 2_000_000;

/**
 * The object of an input in canonical JSON, and its fields; `undefined` for other input, and for too deeply nested
 * objects, which are shown unchanged.
 */
function parse(input) {
  if (!input.startsWith("{")) return undefined;
  try {
    const value = JSON.parse(input);
    if (canonicalJSON(value) !== input) return undefined;
    const all = fields(value);
    return all.reduce((sum, [name]) => sum + name.length, 0) <= NAMES ? { value, all } : undefined;
  } catch { return undefined; }
}

const plainName = (name) => (/^[!-~]+$/.test(name) && !/[:.[\]"]/.test(name) ? name : JSON.stringify(name));

/** Fields as `[name, text]`, with names of nested fields joined by dots. */
function fields(value, path = "") {
  if (Array.isArray(value) && value.length) return value.flatMap((entry, index) => fields(entry, `${path}[${index}]`));
  if (value && typeof value === "object" && !Array.isArray(value) && Object.keys(value).length)
    return Object.keys(value).flatMap((key) => fields(value[key], path ? `${path}.${plainName(key)}` : plainName(key)));
  return [[path, typeof value === "string" ? value : JSON.stringify(value)]];
}

/** The difference of two texts by lines: `[" ", line]`, `["-", line]`, `["+", line]`. Nothing is left out. */
export function difference(before, after) {
  const a = before.split("\n"), b = after.split("\n");
  let start = 0, endA = a.length, endB = b.length;
  while (start < endA && start < endB && a[start] === b[start]) start++;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) { endA--; endB--; }
  const rows = a.slice(0, start).map((text) => [" ", text]);
  const x = a.slice(start, endA), y = b.slice(start, endB);
  if (x.length * y.length > 400_000) rows.push(...x.map((text) => ["-", text]), ...y.map((text) => ["+", text]));
  else {
    const length = Array.from({ length: x.length + 1 }, () => new Uint32Array(y.length + 1));
    for (let i = x.length - 1; i >= 0; i--)
      for (let j = y.length - 1; j >= 0; j--)
        length[i][j] = x[i] === y[j] ? length[i + 1][j + 1] + 1 : Math.max(length[i + 1][j], length[i][j + 1]);
    let i = 0, j = 0;
    while (i < x.length || j < y.length) {
      if (i < x.length && j < y.length && x[i] === y[j]) { rows.push([" ", x[i++]]); j++; }
      else if (i < x.length && (j === y.length || length[i + 1][j] >= length[i][j + 1])) rows.push(["-", x[i++]]);
      else rows.push(["+", y[j++]]);
    }
  }
  return rows.concat(a.slice(endA).map((text) => [" ", text]));
}

/**
 * The sections of an input: `{ name, kind, rows }` with the kind `command`, `diff`, `text` or `field`, and rows
 * `[mark, line]`.
 */
export function sections(input) {
  const parsed = parse(input);
  if (!parsed) return [{ kind: "command", rows: patchRows(input) }];
  const { value, all } = parsed;
  const result = [];
  const used = new Set();
  const addDiff = (path, edit) => {
    used.add(`${path}.old_string`).add(`${path}.new_string`);
    result.push({ kind: "diff", name: T.review.change, rows: difference(edit.old_string, edit.new_string) });
  };
  const tool = value.tool_input;
  if (tool && typeof tool === "object" && !Array.isArray(tool)) {
    for (const name of ["command", "cmd"])
      if (typeof tool[name] === "string") { used.add(`tool_input.${name}`); result.push({ kind: "command", name: T.review.command, rows: patchRows(tool[name]) }); }
    for (const name of ["file_path", "path", "notebook_path"])
      if (typeof tool[name] === "string") { used.add(`tool_input.${name}`); result.push({ kind: "path", name: T.review.file, rows: patchRows(tool[name]) }); }
    if (typeof tool.old_string === "string" && typeof tool.new_string === "string") addDiff("tool_input", tool);
    if (Array.isArray(tool.edits))
      tool.edits.forEach((edit, index) => {
        if (typeof edit?.old_string === "string" && typeof edit?.new_string === "string") addDiff(`tool_input.edits[${index}]`, edit);
      });
    if (typeof tool.content === "string" && typeof tool.file_path === "string") {
      used.add("tool_input.content");
      result.push({ kind: "diff", name: T.review.content, rows: tool.content.split("\n").map((text) => ["+", text]) });
    }
  } else if (typeof value.command === "string") {
    used.add("command");
    result.push({ kind: "command", name: T.review.command, rows: patchRows(value.command) });
  }
  for (const [name, text] of all.sort((a, b) => rank(a[0]) - rank(b[0])))
    if (!used.has(name)) result.push({ kind: "field", name, rows: patchRows(text) });
  return result;
}

const rank = (name) => { const index = ["tool_name", "tool_input", "params", "details"].findIndex((first) => name.startsWith(first)); return index < 0 ? 9 : index; };

function patchRows(text) {
  const isPatch = /^(\*\*\* Begin Patch|diff --git |--- )/m.test(text) && /^[+-]/m.test(text);
  return text.split("\n").map((row) => (isPatch && /^[+-](?![+-]{2} )/.test(row) ? [row[0], row.slice(1)] : [" ", row]));
}

const LINES = 12, CHARACTERS = 600;

/** Splits rows into parts that fit on a screen. */
function parts(rows) {
  const result = [];
  let part = [], length = 0;
  const close = () => { if (part.length) result.push(part); part = []; length = 0; };
  for (const [mark, text] of rows) {
    const characters = Array.from(text);
    let position = 0;
    do {
      const piece = characters.slice(position, position + CHARACTERS);
      if (part.length === LINES || (part.length && length + piece.length > CHARACTERS)) close();
      part.push([mark, piece.join(""), position > 0]);
      length += piece.length;
      position += CHARACTERS;
    } while (position < characters.length);
  }
  close();
  return result;
}

const prefixOf = ({ kind, name }) => (kind === "field" ? `${name}: ` : "");
const textOf = ({ rows }) => rows.map(([, text]) => text).join("\n");

/** The warnings about the names and texts of sections. */
export const warningsOf = (all) => [...new Set(all.flatMap((section) => sanitize(prefixOf(section) + textOf(section)).warnings))];

/** Masks the names and rows of sections. The names of fields count, and names of values are looked up in the whole input. */
function masked(all) {
  const whole = all.map((section) => prefixOf(section) + textOf(section)).join("\n");
  let count = 0, used = 0;
  const masks = (...args) => { const found = mask(...args); count += found.count; used += found.used; return found.text; };
  const result = all.map((section) => {
    const prefix = prefixOf(section), lines = masks(prefix + textOf(section), whole, prefix.length).split("\n");
    const name = prefix ? masks(section.name, whole) : section.name;
    return { ...section, name, rows: section.rows.map(([mark], row) => [mark, lines[row]]) };
  });
  return { sections: result, count, used };
}

/** The rows of a section with visible characters, in parts. */
function layout(section) {
  const { kind, name, rows } = section;
  const known = new Map([["", ""]]);
  const clean = (text) => known.get(text) ?? (known.set(text, sanitize(text).text), known.get(text));
  const text = textOf(section), shown = clean(text) === text ? rows : rows.map(([mark, row]) => [mark, clean(row)]);
  const counts = kind === "diff" && ["+", "-"].map((sign) => rows.filter(([mark]) => mark === sign).length);
  return { kind, name, counts, names: kind === "field" && name ? parts([[" ", sanitize(name).text]]) : [], parts: parts(shown),
    isShort: kind === "field" && rows.length === 1 && rows[0][1].length < 120 && name.length <= 80 };
}

/** The number of parts that are drawn below the last one that was on the screen. */
const AHEAD = 200;

/**
 * The input of an ask on the screen. `isComplete` is `true` after every part has been on the screen while the page was
 * visible; `onchange` is called at each new part. Secrets are masked until `reveal`.
 */
export class Review {
  /** The drawn parts that were not completely on the screen yet, with their numbers. */
  #unseen = new Map();
  #edges = new WeakMap();
  #input;
  #drawing;
  #drawn = 0;
  #farthest = 0;
  constructor(ask, root, onchange) {
    this.onchange = onchange;
    this.observer = new IntersectionObserver((entries) => this.#see(entries), { root, threshold: Array.from({ length: 21 }, (_, step) => step / 20) });
    this.#input = sections(ask.input);
    this.warnings = warningsOf(this.#input);
    const { sections: shown, count, used } = masked(this.#input);
    this.maskedCount = count;
    this.needsReveal = used > 0;
    this.element = h("div.review");
    this.#draw(shown);
    document.addEventListener("visibilitychange", this.#again);
  }

  get remaining() { return this.#unseen.size + this.total - this.#drawn; }
  get isComplete() { return this.remaining === 0; }
  get nextUnseen() { return this.#unseen.keys().next().value; }

  /** Shows the masked values. Every part must be read again. */
  reveal() {
    this.maskedCount = 0;
    this.needsReveal = false;
    this.observer.disconnect();
    this.#draw(this.#input);
    this.onchange();
  }

  end() {
    this.observer.disconnect();
    document.removeEventListener("visibilitychange", this.#again);
  }

  #draw(shown) {
    const all = shown.map(layout);
    this.#unseen.clear();
    this.#drawn = this.#farthest = 0;
    this.total = all.reduce((sum, section) => sum + section.names.length + section.parts.length, 0);
    replace(this.element, this.maskedCount > 0 && h("p.masked-note", icon("lock", 16), h("span", T.review.masked(this.maskedCount)), h("button.link", { onclick: () => this.reveal(), data: { role: "reveal" } }, T.review.reveal)));
    this.#drawing = this.#drawParts(all);
    this.#drawMore();
  }

  #drawMore() {
    while (this.#drawn < this.#farthest + AHEAD && !this.#drawing.next().done);
  }

  #again = () => { for (const part of this.#unseen.keys()) { this.observer.unobserve(part); this.observer.observe(part); } };

  #see(entries) {
    if (document.visibilityState !== "visible") return;
    const before = this.#unseen.size;
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      const { target, boundingClientRect: box, intersectionRect: shown } = entry;
      const edges = this.#edges.get(target) ?? {};
      edges.top ||= shown.top <= box.top + 1;
      edges.bottom ||= shown.bottom >= box.bottom - 1;
      this.#edges.set(target, edges);
      this.#farthest = Math.max(this.#farthest, this.#unseen.get(target) ?? 0);
      if (edges.top && edges.bottom) { this.#unseen.delete(target); this.observer.unobserve(target); target.classList.add("is-seen"); }
    }
    if (this.#unseen.size === before) return;
    this.#drawMore();
    this.onchange();
  }

  *#drawParts(all) {
    for (const { kind, name, counts, names, parts: texts, isShort } of all) {
      const heading = names.length ? h("div") : h("span", name), code = h("div.code", { tabindex: kind === "field" ? undefined : 0, dir: "auto" });
      append(this.element, [h(`section.review-${kind}${isShort ? ".is-short" : ""}`, { "aria-label": kind === "field" ? line(name, 80) : name },
        name && h("h3.review-name", heading, counts && h("span.review-counts", h("span.plus", `+${counts[0]}`), " ", h("span.minus", `−${counts[1]}`))), code)]);
      for (const [box, rows] of [...names.map((rows) => [heading, rows]), ...texts.map((rows) => [code, rows])]) { box.append(this.#part(rows)); yield; }
    }
  }

  #part(rows) {
    const element = h("div.part", rows.map(([mark, text, isContinued]) => {
      const label = mark === "+" ? T.review.added : mark === "-" ? T.review.removed : undefined;
      return h(`div.line${mark === "+" ? ".added" : mark === "-" ? ".removed" : ""}${isContinued ? ".continued" : ""}`,
        label && h("span.visually-hidden", label), h("span.text", text || "\u200b"));
    }));
    this.#unseen.set(element, this.#drawn++);
    this.observer.observe(element);
    return element;
  }
}
