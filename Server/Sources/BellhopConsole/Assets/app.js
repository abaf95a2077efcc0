// The shell: start, login, navigation, keyboard and help.
import { T, announce, confirmDialog, dateTime, empty, h, icon, logo, replace, toast } from "./dom.js";
import { closeNotifications, isIOS, isStandalone, loadDevice, pushObstacle, registerWorker, restoreDevice, turnOnPush } from "./device.js";
import { api, bus, connect, disconnect, forget, get, isAdmin, loadLogin, loadSessions, notifyTabs, pendingAsks, refresh, restore, state } from "./state.js";
import { inboxView } from "./inbox.js";
import { historyView, sessionsView } from "./history.js";
import { devicesView, pairView } from "./devices.js";
import { preferencesView, schedulesView } from "./settings.js";
import { campaignsView, sendView } from "./send.js";
import { serviceView } from "./service.js";

/** The views by their first path component. The server returns `index.html` for each of these paths. */
const routes = {
  "": ["inbox", inboxView], asks: ["inbox", inboxView], history: ["history", historyView],
  notifications: ["history", historyView], sessions: ["sessions", sessionsView], devices: ["devices", devicesView],
  pair: ["devices", pairView], preferences: ["preferences", preferencesView], schedules: ["schedules", schedulesView],
  campaigns: ["campaigns", campaignsView], send: ["send", sendView], service: ["service", serviceView],
};

const menu = [
  [null, ["inbox", "/", "i"], ["history", "/history", "h"], ["sessions", "/sessions", "s"]],
  ["sending", ["send", "/send", "n"], ["schedules", "/schedules", "l"], ["campaigns", "/campaigns", "c"]],
  ["manage", ["devices", "/devices", "v"], ["preferences", "/preferences", "p"], ["service", "/service", "t"]],
];
/** Views that need the login of an admin. */
const adminViews = new Set(["send", "campaigns", "service"]);
const mayShow = (name) => isAdmin() || !adminViews.has(name);
const tabs = ["inbox", "history", "sessions", "devices"];

const app = document.getElementById("app");
let main, current, controller, isShell = false;

// Navigation

export function go(path, { replaceState = false } = {}) {
  if (path !== location.pathname + location.search) history[replaceState ? "replaceState" : "pushState"]({}, "", path);
  show();
}

/** Decodes a component of a path; one without a valid encoding stays as it is. */
function decode(component) {
  try { return decodeURIComponent(component); } catch { return component; }
}

function show({ focus = true } = {}) {
  const [first = "", ...params] = location.pathname.split("/").slice(1).map(decode);
  const [name, view] = mayShow(routes[first]?.[0]) ? routes[first] ?? routes[""] : routes[""];
  if (!isShell) drawShell();
  if (current?.name === name && current.update?.(first, params)) return setTitle();
  controller?.abort();
  controller = new AbortController();
  document.body.classList.remove("has-detail");
  document.body.dataset.view = name;
  main.className = `main view-${name}`;
  main.replaceChildren();
  current = { name, ...view({ root: main, first, params, signal: controller.signal, go }) };
  for (const link of document.querySelectorAll("[data-nav]")) {
    if (link.dataset.nav === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  setTitle();
  document.getElementById("menu")?.close?.();
  if (focus) (current.focus?.() ?? main.focus({ preventScroll: true }));
}

/** Ends the view. The next one is drawn in a new shell, for another login. */
function endView() {
  controller?.abort();
  current = undefined;
  isShell = false;
}

function setTitle(count = pendingAsks().length) {
  document.title = `${count ? `(${count}) ` : ""}${T.nav[current?.name ?? "inbox"]} · Bellhop`;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='/']");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || link.target || link.dataset.external) return;
  event.preventDefault();
  go(link.getAttribute("href"));
});
addEventListener("popstate", () => isShell && show({ focus: false }));
// A link that is pasted into an open page changes the fragment only.
addEventListener("hashchange", () => /[#&](?:login|pair)=/.test(location.hash) && open());

// Shell

const navLink = ([name, href], extra = "") =>
  h(`a.nav-link${extra}`, { href, data: { nav: name }, title: T.nav[name] }, icon(name), h("span.nav-label", T.nav[name]),
    name === "inbox" && h("span.count", { data: { count: "" }, hidden: true }));

function drawShell() {
  isShell = true;
  const groups = menu.map(([group, ...links]) => [group, ...links.filter(([name]) => mayShow(name))]);
  main = h("main.main", { id: "main", tabindex: -1 });
  const moreMenu = h("dialog.sheet", { id: "menu", "aria-label": T.nav.more },
    h("div.sheet-list", groups.slice(1).flatMap(([group, ...links]) => [h("h2", T.nav[group]), links.map((link) => navLink(link))]),
      h("button.button.sheet-close", { onclick: () => moreMenu.close() }, T.common.close)));
  moreMenu.addEventListener("click", (event) => { if (event.target === moreMenu) moreMenu.close(); });
  replace(app,
    h("a.skip", { href: "#main", onclick: (event) => { event.preventDefault(); main.focus(); } }, T.nav.skip),
    h("div.shell",
      h("nav.sidebar", { "aria-label": T.nav.label },
        h("a.brand", { href: "/", "aria-label": "Bellhop" }, logo(), h("span.nav-label", "Bellhop")),
        groups.map(([group, ...links]) => h("div.nav-group", group && h("h2.nav-title", T.nav[group]), links.map((link) => navLink(link)))),
        h("div.sidebar-end", connectionStatus(),
          h("button.nav-link", { onclick: showHelp, title: T.help.title, "aria-keyshortcuts": "?" }, icon("question"), h("span.nav-label", T.help.title), h("kbd.nav-label", { "aria-hidden": "true" }, "?")))),
      h("div.content", h("div.banners", { id: "banners" }), main),
      h("nav.tabs", { "aria-label": T.nav.label }, tabs.map((name) => navLink(menu.flat().find((entry) => entry?.[0] === name), ".tab")),
        h("button.nav-link.tab", { onclick: () => moreMenu.showModal(), "aria-haspopup": "dialog" }, icon("more"), h("span.nav-label", T.nav.more)))),
    moreMenu);
  updateCounts();
  updateBanners();
}

function connectionStatus() {
  return h("div.connection", { data: { connection: "" } });
}

function updateConnection() {
  for (const element of document.querySelectorAll("[data-connection]")) {
    const live = state.connection;
    replace(element, h(`span.dot.dot-${live}`, { "aria-hidden": "true" }), h("span.nav-label", T.connection[live]));
    element.title = T.connection[live];
  }
}

function updateCounts() {
  const count = pendingAsks().length;
  for (const element of document.querySelectorAll("[data-count]")) {
    element.hidden = count === 0;
    element.textContent = count > 999 ? "999+" : count;
    element.setAttribute("aria-label", T.inbox.pending(count));
  }
  if (navigator.setAppBadge) (count ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {});
  if (current) setTitle(count);
}

function updateBanners() {
  updateConnection();
  const banners = document.getElementById("banners");
  if (!banners) return;
  const list = [];
  if (state.connection === "offline")
    list.push(h("div.banner.banner-warning", { role: "status" }, icon("offline", 18), h("span", state.savedAt ? T.connection.offlineSince(dateTime(state.savedAt)) : T.connection.offlineEmpty)));
  if (state.device?.trust === "waiting")
    list.push(h("div.banner.banner-decision", { role: "status" }, icon("key", 18), h("span", T.device.waitingBanner(state.device.fingerprint))));
  else if (state.device?.trust === "removed")
    list.push(h("div.banner.banner-warning", { role: "status" }, icon("warning", 18), h("span", T.device.removedBanner), h("a.link", { href: "/pair" }, T.device.pairAgain)));
  else if (state.device && state.device.hasPush === false)
    list.push(h("div.banner", { role: "status" }, icon("bell", 18), h("span", T.device.noPushBanner), !pushObstacle() && h("button.button.small", { onclick: () => turnOnPush().then(() => toast(T.device.pushIsOn), (error) => toast(error.message, "error")) }, T.device.turnOnPush)));
  replace(banners, list);
}

bus.addEventListener("asks", updateCounts);
bus.addEventListener("connection", () => { updateBanners(); if (state.connection === "live" && !isStarting && state.device && !state.device.trust) loadDevice(); });
bus.addEventListener("device", updateBanners);
bus.addEventListener("asks", ({ detail: ask }) => ask && ask.state !== "pending" && closeNotifications(({ tag }) => tag === `ask-${ask.id}`));
bus.addEventListener("notification", ({ detail }) => {
  const paths = [detail.notification_id, ...(detail.notification_ids ?? [])].map((id) => `/notifications/${id}`);
  if (detail.type !== "notification_created") closeNotifications(({ data }) => paths.includes(data?.path));
});
bus.addEventListener("askCreated", ({ detail }) => announce(T.inbox.arrived(detail.title)));

// Login

bus.addEventListener("signedOut", () => {
  if (!isShell && app.querySelector(".login")) return;
  disconnect();
  if (sessionStorage.getItem("pairing")) drawPairing();
  else drawLogin(state.login ? T.login.ended : undefined);
  forget();
});

/** The pairing of a browser without a login: the device's registration creates one. */
function drawPairing() {
  endView();
  controller = new AbortController();
  document.title = `${T.device.pairTitle} · Bellhop`;
  const page = h("main.solo", h("div.solo-brand", logo(), "Bellhop"));
  replace(app, page);
  registerWorker().catch((error) => console.warn(error));
  pairView({ root: page, signal: controller.signal, onpaired: start }).focus();
}

function drawLogin(problem) {
  endView();
  document.title = `${T.login.title} · Bellhop`;
  const insecure = !isSecureContext;
  replace(app, h("main.login", h("div.login-card", logo(), h("h1", T.login.title), problem && h("p.callout.callout-warning", { role: "alert" }, icon("warning", 18), h("span", problem)),
    h("p", T.login.how), h("pre.terminal", h("span.prompt", "$ "), "bellhop console"), h("p.hint", T.login.once),
    h("form.login-form", { onsubmit: submitCode },
      h("label", { for: "code" }, T.login.code),
      h("div.input-row", h("input", { id: "code", name: "code", autocomplete: "one-time-code", autocapitalize: "off", spellcheck: "false", required: true }), h("button.button.primary", T.login.submit))),
    insecure && insecureNote())));
}

function insecureNote() {
  return h("div.callout.callout-warning", icon("lock", 18), h("div", h("strong", T.insecure.title), h("p", T.insecure.body), h("ul.bullets", T.insecure.ways.map((way) => h("li", way)))));
}

async function submitCode(event) {
  event.preventDefault();
  const text = new FormData(event.target).get("code").trim();
  await login(text.replace(/^.*login=/, ""));
}

async function login(code) {
  try {
    await api("POST", "/v1/console/login", { code }, { isLogin: true });
    // The former login may be another user's.
    await forget();
    await start();
    notifyTabs();
  } catch (error) {
    drawLogin(error.status === 0 ? T.errors.unreachable : T.login.refused);
  }
}

export async function logout() {
  if (!(await confirmDialog({ title: T.login.out, body: T.login.outBody, action: T.login.out, danger: false }))) return;
  await api("DELETE", "/v1/console/sessions/current", undefined, { isLogin: true }).catch((error) => toast(error.message, "error"));
  disconnect();
  await forget();
  drawLogin(T.login.outDone);
  notifyTabs();
}
bus.addEventListener("logout", logout);

// Keyboard

let goTimer, isGoing = false;
const shortcutsAreOn = () => localStorage.getItem("shortcuts") !== "off";

document.addEventListener("keydown", (event) => {
  if (!isShell || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const { target, key } = event;
  if (document.querySelector("dialog[open]")) return;
  const isTyping = target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]");
  if (key === "Escape") { if (current?.keys?.Escape?.(event)) event.preventDefault(); return; }
  if (isTyping) return;
  const isControl = target.closest("button, a, summary, [role=switch], input");
  if (isControl && (key === "Enter" || key === " ")) return;
  const isPlain = key.length === 1 && key !== " ";
  if (isPlain && !shortcutsAreOn()) return;
  if (isGoing) {
    isGoing = false;
    clearTimeout(goTimer);
    const entry = menu.flat().find((link) => Array.isArray(link) && link[2] === key);
    if (entry && mayShow(entry[0])) { event.preventDefault(); go(entry[1]); return; }
  }
  if (key === "g" && !event.shiftKey) { isGoing = true; goTimer = setTimeout(() => (isGoing = false), 1200); return; }
  if (key === "?") { event.preventDefault(); showHelp(); return; }
  if (key === "/") {
    const search = main.querySelector("input[type=search]");
    if (search) { event.preventDefault(); search.focus(); search.select(); return; }
    event.preventDefault();
    go("/history");
    setTimeout(() => main.querySelector("input[type=search]")?.focus());
    return;
  }
  const action = current?.keys?.[key];
  if (action && action(event) !== false) event.preventDefault();
});

function showHelp() {
  const dialog = h("dialog.dialog.help", { "aria-labelledby": "help-title" },
    h("form", { method: "dialog" }, h("header.dialog-header", h("h2", { id: "help-title" }, T.help.title), h("button.icon-button", { "aria-label": T.common.close }, icon("close"))),
      h("div.help-columns", T.help.groups.map(([title, keys]) => h("section", h("h3", title), h("dl", keys.map(([names, text]) => h("div", h("dt", names.map((name) => h("kbd", name))), h("dd", text))))))),
      h("p.hint", T.help.off)));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
}

// Start

/** The start loads the device at its end, so that the first connection does not. */
let isStarting = false;

async function start() {
  isStarting = true;
  try { await load(); } finally { isStarting = false; }
}

async function load() {
  await Promise.all([restore(), restoreDevice()]);
  if (state.savedAt && state.login) show();
  try {
    const { role, userID } = state.login ?? {};
    await loadLogin();
    if (isShell && (role !== state.login.role || userID !== state.login.userID)) endView();
  } catch (error) {
    if (error.status === 401) return;
  }
  if (!isShell) show();
  const loading = Promise.allSettled([refresh(), loadSessions()]);
  connect();
  const worker = registerWorker().catch((error) => console.warn(error));
  await loading;
  await worker;
  await loadDevice();
}

async function open() {
  const hash = new URLSearchParams(location.hash.slice(1));
  const code = hash.get("login"), pairing = hash.get("pair");
  if (location.hash) history.replaceState({}, "", location.pathname + location.search);
  if (pairing) {
    sessionStorage.setItem("pairing", pairing);
    history.replaceState({}, "", "/pair");
  }
  if (code) return login(code);
  return start();
}

// Another tab has logged in or out, or has paired or forgotten this browser.
bus.addEventListener("tabChanged", async () => {
  if (!isShell) return start();
  const { role, userID } = state.login ?? {};
  try {
    await loadLogin();
    if (role !== state.login.role || userID !== state.login.userID) return await start();
    await loadDevice();
  } catch { /* Without a login the page shows so already. */ }
});

navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  if (data?.type === "open" && typeof data.path === "string" && /^\/(?!\/)/.test(data.path)) go(data.path);
  if (data?.type === "refresh") refresh().catch(() => {});
});
document.documentElement.classList.toggle("is-standalone", isStandalone());
document.documentElement.classList.toggle("is-ios", isIOS());
open();
