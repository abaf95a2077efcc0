// Elements, icons, formats and lists, shared by all views.
import "./text.js";

export const T = self.bellhopText;

/** Creates an element: `h("p.note", { id: "a", onclick }, "text", child)`. Texts become text nodes, never HTML. */
export function h(selector, ...rest) {
  const [tag, ...classes] = selector.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  const props = rest.length && isProps(rest[0]) ? rest.shift() : {};
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  append(element, rest);
  return element;
}

const isProps = (value) => value && typeof value === "object" && !(value instanceof Node) && !Array.isArray(value);

export function append(element, children) {
  for (const child of [children].flat(9)) {
    if (child === undefined || child === null || child === false || child === "") continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

export function replace(element, ...children) {
  element.replaceChildren();
  return append(element, children);
}

const SVG = "http://www.w3.org/2000/svg";

export function svg(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes ?? {})) element.setAttribute(key, value);
  for (const child of children.flat()) if (child) element.append(child);
  return element;
}

/** Icons on a grid of 20, drawn with one line width. */
const ICONS = {
  inbox: "M3 11.5 5.2 4.6A1.5 1.5 0 0 1 6.6 3.5h6.8a1.5 1.5 0 0 1 1.4 1.1L17 11.5M3 11.5V15a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 17 15v-3.5M3 11.5h3.6l1 2h4.8l1-2H17",
  history: "M3.5 10a6.5 6.5 0 1 1 2 4.7M3.5 10 2 8.3M3.5 10l1.7-1.6M10 6.5V10l2.4 1.6",
  sessions: "M3.5 5h13M3.5 10h9M3.5 15h5M15 12.5v5M12.5 15h5",
  devices: "M3.5 4.5h9a1 1 0 0 1 1 1V8M3.5 4.5a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1H9M6 15.5h3M12.5 8h4a1 1 0 0 1 1 1v6.5a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1Z",
  preferences: "M3 6h7M14 6h3M3 14h3M10 14h7M12 4.2v3.6M8 12.2v3.6",
  schedules: "M4.5 5h11a1 1 0 0 1 1 1v9.5a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM3.5 9h13M7 3v3M13 3v3",
  campaigns: "M4 8.5v3l2 .4V16h2.5v-3.6L16 15V5L6 8.1Z",
  send: "M17 3 8.5 11.5M17 3l-5 14-3.5-5.5L3 8Z",
  service: "M2.5 10.5h3.2L8 4.5l4 11 2.3-5h3.2",
  more: "M4.5 10h.01M10 10h.01M15.5 10h.01",
  check: "m4 10.5 4 4 8-9",
  close: "m5 5 10 10M15 5 5 15",
  back: "M12 4 6 10l6 6",
  warning: "M10 3.2 17.8 16.5H2.2ZM10 8v4M10 14.3v.01",
  clock: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 6v4l2.5 1.5",
  search: "M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12ZM13.4 13.4 17 17",
  lock: "M5.5 9h9a1 1 0 0 1 1 1v5.5a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1ZM7 9V6.5a3 3 0 0 1 6 0V9",
  question: "M7.5 7.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.8M10 14.3v.01M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15Z",
  key: "M12.5 11A3.5 3.5 0 1 0 9 7.5c0 .5.1 1 .3 1.4L3.5 14.7V17H6l.5-1.5 1.5-.5.5-1.5 1.8-1.8c.6.2 1.3.3 2.2.3Z",
  bell: "M4 14h12M5 14a5 5 0 0 1 10 0M10 9V7M8.5 6.5h3",
  offline: "M3 3l14 14M5.5 8.5A8 8 0 0 1 8 7.3M11 7a8 8 0 0 1 4 1.5M7.6 11.6a4 4 0 0 1 2.4-.9M10 15v.01",
  external: "M8 4.5H5a1 1 0 0 0-1 1V15a1 1 0 0 0 1 1h9.5a1 1 0 0 0 1-1v-3M11.5 3.5h5v5M16 4l-7 7",
};

export function icon(name, size = 20) {
  return svg("svg", { viewBox: "0 0 20 20", width: size, height: size, class: "icon", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: ICONS[name] ?? ICONS.more }));
}

export const logo = () => h("img.logo", { src: "/console/icon.svg", alt: "", width: 26, height: 26 });

// Times

const units = [["year", 31536e6], ["month", 2592e6], ["week", 6048e5], ["day", 864e5], ["hour", 36e5], ["minute", 6e4]];
const relativeFormat = new Intl.RelativeTimeFormat(T.locale, { numeric: "auto", style: "short" });

/** The server's clock minus this device's clock, in milliseconds. Differences below two seconds count as none. */
export const clock = { offset: 0 };
export const serverNow = () => Date.now() + clock.offset;

export function ago(time, now = serverNow()) {
  const distance = Date.parse(time) - now;
  for (const [unit, size] of units)
    if (Math.abs(distance) >= size) return relativeFormat.format(Math.trunc(distance / size), unit);
  return distance > 5000 ? relativeFormat.format(Math.round(distance / 1000), "second") : T.time.now;
}

const dayFormat = new Intl.DateTimeFormat(T.locale, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
const timeFormat = new Intl.DateTimeFormat(T.locale, { hour: "2-digit", minute: "2-digit" });
const exactFormat = new Intl.DateTimeFormat(T.locale, { dateStyle: "medium", timeStyle: "medium" });
const secondsFormat = new Intl.DateTimeFormat(T.locale, { hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 });

export const dateTime = (time) => dayFormat.format(new Date(time));
export const clockTime = (time) => timeFormat.format(new Date(time));
export const exactTime = (time) => secondsFormat.format(new Date(time));
export const number = (value) => new Intl.NumberFormat(T.locale).format(value);

export function timeElement(time, text = ago(time)) {
  return h("time", { datetime: time, title: exactFormat.format(new Date(time)) }, text);
}

/** The remaining time, such as `4:59` or `1:02:03`. */
export function countdown(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return (parts[0] ? parts : parts.slice(1)).map((part, index) => (index ? String(part).padStart(2, "0") : part)).join(":");
}

// Announcements and messages

export function announce(text, urgent = false) {
  const region = document.getElementById(urgent ? "assertive" : "polite");
  region.textContent = "";
  setTimeout(() => (region.textContent = text), 60);
}

let toastTimer;
export function toast(text, kind = "info") {
  document.querySelector(".toast")?.remove();
  const element = h(`div.toast.toast-${kind}`, icon(kind === "error" ? "warning" : "check", 18), h("span", text));
  document.body.append(element);
  announce(text, kind === "error");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => element.remove(), kind === "error" ? 9000 : 4500);
}

/** A modal question. Resolves to `true` when the person confirms. */
export function confirmDialog({ title, body, action, danger = true }) {
  return new Promise((resolve) => {
    const dialog = h("dialog.dialog", { "aria-labelledby": "dialog-title" },
      h("form", { method: "dialog" },
        h("h2", { id: "dialog-title" }, title), h("p", body),
        h("div.dialog-actions",
          h("button.button", { value: "no", autofocus: true }, T.common.cancel),
          h(`button.button.${danger ? "danger-solid" : "primary"}`, { value: "yes" }, action))));
    dialog.addEventListener("close", () => { resolve(dialog.returnValue === "yes"); dialog.remove(); });
    document.body.append(dialog);
    dialog.showModal();
  });
}

export function empty(iconName, title, body, action) {
  return h("div.empty", h("div.empty-icon", icon(iconName, 28)), h("h2", title), body && h("p", body), action);
}

export function pill(text, kind = "neutral", iconName) {
  return h(`span.pill.pill-${kind}`, iconName ? icon(iconName, 14) : h("span.dot", { "aria-hidden": "true" }), text);
}

export function field(label, control, hint) {
  const id = control.id || (control.id = `f${Math.random().toString(36).slice(2, 9)}`);
  if (hint) control.setAttribute("aria-describedby", `${id}-hint`);
  return h("div.field", h("label", { for: id }, label), control, hint && h("p.hint", { id: `${id}-hint` }, hint));
}

export function toggle(label, checked, onchange, hint) {
  return h("label.toggle", h("span.toggle-text", h("span", label), hint && h("span.hint", hint)),
    h("input", { type: "checkbox", role: "switch", checked, onchange: (event) => onchange(event.target.checked, event.target) }));
}

export const skeleton = (rows = 4) =>
  h("div.skeleton", { "aria-hidden": "true" }, Array.from({ length: rows }, () => h("div.skeleton-row")));

/**
 * A list of any length with rows of one height; only visible rows have elements.
 *
 * The list keeps the focus and names its active row (`aria-activedescendant`).
 */
export class RowList {
  #items = [];
  /** The drawn rows by key: `{ node, index, count }` with the values of their attributes. */
  #rows = new Map();
  #active;
  #activeIndex = -1;
  // Copies of `scrollTop` and `clientHeight`, because reading them makes the browser lay out the page.
  #top = 0;
  #view = 0;

  constructor({ label, height, key, render, onactive, onopen, onend }) {
    Object.assign(this, { height, key, render, onactive, onopen, onend });
    this.inner = h("div.rows-inner", { role: "presentation" });
    this.element = h("div.rows", { role: "listbox", tabindex: 0, "aria-label": label }, this.inner);
    this.element.addEventListener("scroll", () => this.#measure(), { passive: true });
    this.element.addEventListener("click", (event) => {
      const row = event.target.closest(".row");
      if (row) { this.activate(row.dataset.key); this.onopen?.(this.#active); }
    });
    this.observer = new ResizeObserver(() => this.#measure());
    this.observer.observe(this.element);
  }

  get items() { return this.#items; }
  get active() { return this.#active; }
  get activeItem() { return this.#items[this.#indexOfActive()]; }

  set(items) {
    this.#items = items;
    this.inner.style.height = `${items.length * this.height}px`;
    this.#top = Math.max(0, Math.min(this.#top, items.length * this.height - this.#view));
    for (const { node } of this.#rows.values()) node.remove();
    this.#rows.clear();
    this.#draw();
  }

  /** Draws the rows again whose items have changed. */
  refresh(update) {
    for (const [key, { node }] of this.#rows) update(node, key);
  }

  activate(key, { scroll = true } = {}) {
    const before = this.#active;
    this.#active = key;
    if (scroll) this.#reveal();
    this.#draw();
    for (const changed of new Set([before, key])) this.#mark(changed);
    this.onactive?.(key);
  }

  move(step) {
    if (!this.#items.length) return;
    const index = this.#indexOfActive();
    const next = index < 0 ? 0 : Math.max(0, Math.min(this.#items.length - 1, index + step));
    this.#activeIndex = next;
    this.activate(this.key(this.#items[next]));
  }

  #indexOfActive() {
    const known = this.#items[this.#activeIndex];
    if (known === undefined || this.key(known) !== this.#active) this.#activeIndex = this.#items.findIndex((item) => this.key(item) === this.#active);
    return this.#activeIndex;
  }

  #measure() {
    this.#top = this.element.scrollTop;
    this.#view = this.element.clientHeight;
    this.#draw();
  }

  #reveal() {
    const index = this.#indexOfActive();
    if (index < 0) return;
    const top = index * this.height;
    const wanted = top < this.#top ? top : this.#view && top + this.height > this.#top + this.#view ? top + this.height - this.#view : this.#top;
    if (wanted !== this.#top) this.element.scrollTop = this.#top = wanted;
  }

  #mark(key) {
    const node = this.#rows.get(key)?.node;
    if (!node) return;
    const isActive = key === this.#active;
    node.classList.toggle("is-active", isActive);
    node.setAttribute("aria-selected", String(isActive));
    if (isActive) this.element.setAttribute("aria-activedescendant", node.id);
  }

  #draw() {
    const view = this.#view || innerHeight, count = this.#items.length;
    const first = Math.max(0, Math.floor(this.#top / this.height) - 4);
    const last = Math.min(count, Math.ceil((this.#top + view) / this.height) + 4);
    const wanted = new Set();
    for (let index = first; index < last; index++) {
      const item = this.#items[index], key = this.key(item);
      wanted.add(key);
      let row = this.#rows.get(key);
      if (!row) {
        const node = this.render(item);
        node.classList.add("row");
        node.id = `row-${key}`;
        node.dataset.key = key;
        node.setAttribute("role", "option");
        row = { node };
        this.#rows.set(key, row);
        this.#mark(key);
        this.inner.append(node);
      }
      if (row.index !== index) {
        row.index = index;
        row.node.setAttribute("aria-posinset", index + 1);
        row.node.style.transform = `translateY(${index * this.height}px)`;
      }
      if (row.count !== count) {
        row.count = count;
        row.node.setAttribute("aria-setsize", count);
      }
    }
    for (const [key, { node }] of this.#rows) if (!wanted.has(key)) { node.remove(); this.#rows.delete(key); }
    if (last >= count && count) this.onend?.();
  }
}
