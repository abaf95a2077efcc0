// Devices, enrolment, pairing of this browser, and the sessions of the console.
import "./signing.js";
import { T, ago, confirmDialog, dateTime, empty, field, h, icon, pill, replace, serverNow, skeleton, timeElement, toast } from "./dom.js";
import { forgetDevice, isIOS, isPhone, loadDevice, loadPushKey, obstacle, pair, pushObstacle, suggestedName } from "./device.js";
import { api, bus, cached, get, isAdmin, on, pendingAsks, post, state } from "./state.js";
import { line } from "./review.js";

const { fingerprint } = self.bellhopSigning;
const platformNames = { ios: "iOS", macos: "macOS", android: "Android", web: T.device.browser };

export function devicesView(context) {
  return context.first === "pair" ? pairView(context) : list(context);
}

function list({ root, signal }) {
  const page = h("section.page", { "aria-label": T.nav.devices });
  const devicesBox = h("div", skeleton(3)), testBox = h("div"), codeBox = h("div"), sessionsBox = h("div"), enrolments = h("div");
  page.append(h("header.page-header", h("div.header-row", h("h1", T.nav.devices), isAdmin() && h("div.header-actions", h("button.button", { onclick: test }, icon("send", 16), T.device.test), h("button.button.primary", { onclick: newCode }, icon("key", 16), T.device.add))), h("p.lead", T.device.lead)),
    thisBrowser(), enrolments, codeBox, testBox, devicesBox, h("h2.section-title", T.console.title), h("p.hint", T.console.hint), sessionsBox);
  root.append(page);

  function thisBrowser() {
    const box = h("div.panel.this-browser");
    const draw = () => {
      const blocked = obstacle();
      const { device } = state;
      if (device) replace(box, h("div.panel-row", h("span.note-icon", icon("key", 20)), h("div.grow", h("strong", line(device.name, 80)), h("p.hint", T.device.thisBrowser)), pill(T.device.trust[device.trust] ?? T.device.trust.unknown, device.trust === "trusted" ? "success" : "decision")),
        h("dl.pairs", h("div", h("dt", T.device.fingerprint), h("dd.mono", device.fingerprint)), h("div", h("dt", T.device.push), h("dd", device.hasPush ? T.device.pushOn : device.hasPush === false ? T.device.pushOff : "…"))),
        h("button.button.small", { onclick: async () => { if (await confirmDialog({ title: T.device.forget, body: T.device.forgetBody, action: T.device.forget })) forgetHere(device); } }, T.device.forget));
      else replace(box, h("div.panel-row", h("span.note-icon", icon("key", 20)), h("div.grow", h("strong", T.device.unpairedTitle), h("p.hint", blocked ? T.device.obstacles[blocked].title : T.device.unpairedBody)), h("a.button.primary", { href: "/pair" }, T.device.pairLink)));
    };
    on(signal, "device", draw);
    draw();
    return box;
  }

  /** Removes the device, then deletes its key. The key remains if the device does, unless the server does not know it. */
  async function forgetHere(device) {
    try {
      await api("DELETE", `/v1/devices/${device.id}`).catch((error) => { if (error.status !== 404) throw error; });
      await forgetDevice();
      load();
    } catch (error) { toast(error.message, "error"); }
  }

  function drawEnrolments() {
    const asks = pendingAsks().filter((ask) => ask.input.startsWith("bellhop-enrolment/"));
    replace(enrolments, asks.map((ask) => h("a.banner.banner-decision.inline", { href: `/asks/${ask.id}` }, icon("key", 18), h("span", T.device.enrolmentAsk(line(ask.title, 100))), h("span.link", T.device.review))));
  }
  on(signal, "asks", drawEnrolments);
  drawEnrolments();

  async function load() {
    try {
      const { value, isStale, at } = await cached("devices", "/v1/devices");
      const cards = await Promise.all(value.items.map(card));
      if (signal.aborted) return;
      const rank = { active: 0, quarantined: 1, inactive: 2 };
      cards.sort((a, b) => rank[a.device.state] - rank[b.device.state]);
      const active = cards.filter(({ device }) => device.state !== "inactive"), others = cards.filter(({ device }) => device.state === "inactive");
      replace(devicesBox, isStale && h("p.hint", T.connection.offlineSince(dateTime(at))), !cards.length && empty("devices", T.device.none, T.device.noneBody),
        active.length > 0 && [h("h2.section-title", T.device.active), h("ul.cards", active.map(({ element }) => element))],
        others.length > 0 && h("details.more", h("summary", T.device.inactive(others.length)), h("ul.cards", others.map(({ element }) => element))));
    } catch (error) { replace(devicesBox, empty("warning", T.errors.title, error.message)); }
  }

  async function card(device) {
    const print = device.public_key && crypto.subtle ? await fingerprint(device.public_key) : undefined;
    const isHere = device.id === state.device?.id;
    const status = device.trust === "waiting" ? pill(T.device.trust.waiting, "decision") : device.state === "active" ? pill(T.device.states.active, "success") : pill(T.device.states[device.state], device.state === "inactive" ? "neutral" : "warning");
    const name = h("span.card-title", { dir: "auto" }, line(device.name, 80));
    const element = h("li", h("div.card", h("div.card-top", name, isHere && h("span.tag", T.device.here), status),
      h("p.hint", [platformNames[device.platform] ?? device.platform, device.app_version, device.environment === "sandbox" ? T.device.sandbox : "", device.time_zone].filter(Boolean).map((part) => line(part, 60)).join(" · ")),
      h("dl.pairs", print && h("div", h("dt", T.device.fingerprint), h("dd.mono", print)), !device.public_key && h("div", h("dt", T.device.answers), h("dd", T.device.noKey)),
        device.last_seen_at && h("div", h("dt", T.device.lastSeen), h("dd", timeElement(device.last_seen_at))), h("div", h("dt", T.device.registered), h("dd", timeElement(device.registered_at))),
        device.inactivation && h("div", h("dt", T.device.reason), h("dd", T.device.causes[device.inactivation.cause] ?? device.inactivation.cause, device.inactivation.reason && ` (${line(device.inactivation.reason, 80)})`))),
      h("div.card-actions", h("button.button.small", { onclick: () => rename(device) }, T.device.rename), device.inactivation?.cause !== "removed" && h("button.button.small.danger", { onclick: () => remove(device) }, T.device.revoke))));
    return { device, element };
  }

  function rename(device) {
    const input = h("input", { value: device.name, maxlength: 200, required: true });
    const dialog = h("dialog.dialog", { "aria-labelledby": "rename-title" }, h("form", { method: "dialog" }, h("h2", { id: "rename-title" }, T.device.rename), field(T.device.nameLabel, input), h("div.dialog-actions", h("button.button", { value: "no", formnovalidate: true }, T.common.cancel), h("button.button.primary", { value: "yes" }, T.common.save))));
    dialog.addEventListener("close", async () => {
      dialog.remove();
      if (dialog.returnValue !== "yes" || !input.value.trim()) return;
      await api("PATCH", `/v1/devices/${device.id}`, { name: input.value.trim() }).then(load, (error) => toast(error.message, "error"));
    });
    document.body.append(dialog);
    dialog.showModal();
    input.select();
  }

  async function remove(device) {
    if (!(await confirmDialog({ title: T.device.revokeTitle(line(device.name, 60)), body: T.device.revokeBody, action: T.device.revoke }))) return;
    await api("DELETE", `/v1/devices/${device.id}`).then(() => { toast(T.device.revoked); if (device.id === state.device?.id) loadDevice(); load(); }, (error) => toast(error.message, "error"));
  }

  async function newCode() {
    try {
      const pairing = await post("/v1/pairings");
      const status = h("p.hint", { role: "status" }, T.device.waitingForDevice);
      replace(codeBox, h("div.panel.code-panel", h("p", T.device.codeHow), h("output.big-code", pairing.code), h("p.hint", T.device.codeUntil(dateTime(pairing.expires_at))), status));
      const until = Date.parse(pairing.expires_at);
      while (!signal.aborted && serverNow() < until) {
        await new Promise((resolve) => setTimeout(resolve, 2000));
        const { device } = await get(`/v1/pairings/${pairing.id}`, { quiet: true });
        if (device) { replace(status, T.device.used(line(device.name, 60))); load(); return; }
      }
    } catch (error) { toast(error.message, "error"); }
  }

  async function test() {
    try {
      const { id } = await post("/v1/notifications", { title: T.device.testTitle, body: T.device.testBody, category: "SESSION_STATUS", options: { interruption_level: "time-sensitive", sound: "default", priority: "high" } });
      for (let round = 0; round < 8 && !signal.aborted; round++) {
        const { deliveries, devices, timeline } = await get(`/v1/notifications/${id}`, { quiet: true });
        const names = new Map(devices.map((device) => [device.id, device.name]));
        const shows = deliveries.filter(({ purpose }) => purpose === "show");
        replace(testBox, h("div.panel", { role: "status" }, h("strong", T.device.testResult), shows.length ? h("ul.plain-list.tests", shows.map((delivery) => h("li", h("span.grow", line(names.get(delivery.device_id) ?? "", 60)), pill(T.history.deliveryStates[delivery.state], { sent: "success", failed: "danger" }[delivery.state] ?? "decision"), h("span.hint", line(timeline.findLast?.((entry) => entry.device_id === delivery.device_id && entry.detail)?.detail ?? "", 120))))) : h("p.hint", T.device.testNone(timeline.find(({ detail }) => detail)?.detail ?? "")), h("a.link", { href: `/notifications/${id}` }, T.history.timeline)));
        if (shows.length && shows.every(({ state: value }) => value !== "waiting" && value !== "claimed")) break;
        await new Promise((resolve) => setTimeout(resolve, 700));
      }
    } catch (error) { toast(error.message, "error"); }
  }

  async function loadConsole() {
    try {
      const { items } = await get("/v1/console/sessions");
      if (signal.aborted) return;
      replace(sessionsBox, h("ul.plain-list", items.map((session) => h("li.session-line", icon("lock", 18), h("span.grow", h("span", line(session.name || T.console.unknown, 80)), session.is_current && h("span.tag", T.console.current), h("span.hint", T.console.since(dateTime(session.created_at)), session.last_seen_at && ` · ${T.sessions.updated(ago(session.last_seen_at))}`)),
        session.is_current ? h("button.button.small", { onclick: () => bus.dispatchEvent(new CustomEvent("logout")) }, T.login.out)
          : h("button.button.small.danger", { onclick: async () => { await api("DELETE", `/v1/console/sessions/${encodeURIComponent(session.id)}`).then(loadConsole, (error) => toast(error.message, "error")); } }, T.console.revoke)))));
    } catch (error) { replace(sessionsBox, h("p.hint", error.message)); }
  }

  load();
  loadConsole();
  on(signal, "device", load);
  return { keys: {} };
}

/** The pairing of this browser. `onpaired` replaces the page's own result. */
export function pairView({ root, signal, onpaired }) {
  const page = h("section.page.narrow", { "aria-label": T.device.pairTitle });
  root.append(page);
  const code = h("input.code-input", { name: "code", autocomplete: "one-time-code", autocapitalize: "characters", spellcheck: "false", placeholder: "7K3M-9QXT", value: sessionStorage.getItem("pairing") ?? "" });
  const name = h("input", { name: "name", value: suggestedName(), maxlength: 200, required: true });
  const button = h("button.button.primary.large", T.device.pairLink);
  const withoutPush = h("div", { hidden: true }, h("button.button", { name: "without", value: "push" }, T.device.pairWithoutPush), h("p.hint", T.device.withoutPushHint));
  const problem = h("div.callout.callout-danger", { role: "alert", hidden: true });

  function draw() {
    const blocked = obstacle();
    const header = h("header.page-header", h("h1", T.device.pairTitle), h("p.lead", T.device.pairLead));
    if (state.device && state.device.trust !== "removed") return drawPaired(header);
    if (blocked) return replace(page, header, appOffer(), help(blocked));
    const pushBlocked = pushObstacle();
    button.hidden = Boolean(pushBlocked);
    withoutPush.hidden = !pushBlocked;
    const allow = !pushBlocked && h("p.hint", T.device.stepAllow), buttons = [h("div", button), withoutPush];
    // A link has a code, and an admin's login creates one, so that one click is enough.
    const isOneClick = isAdmin() || Boolean(sessionStorage.getItem("pairing"));
    code.required = !isOneClick;
    const codeStep = [T.device.stepCode, h("pre.terminal", h("span.prompt", "$ "), "bellhop pair"), h("p.hint", T.device.stepCodeHint), field(T.device.codeLabel, code)];
    replace(page, header, appOffer(), pushBlocked && help(pushBlocked), h("form.panel.pair-form", { onsubmit: submit },
      isOneClick ? [field(T.device.nameLabel, name), allow, buttons, h("details.more", h("summary", T.device.withCode), codeStep)]
        : h("ol.steps", h("li", codeStep), h("li", field(T.device.nameLabel, name)), h("li", allow, buttons)),
      problem), h("details.proof", h("summary", T.device.whatHappens), h("ul.bullets", T.device.facts.map((text) => h("li", text)))));
  }

  /** The link of `bellhop pair` for the app, on a phone whose page was opened with a code. */
  function appOffer() {
    const linked = sessionStorage.getItem("pairing");
    if (!linked || !isPhone()) return undefined;
    const href = `bellhop://pair?server=${encodeURIComponent(location.origin)}&code=${encodeURIComponent(linked)}`;
    return h("div.panel", h("p.hint", T.device.appHint), h("div", h("a.button", { href }, icon("external", 16), T.device.appLink)));
  }

  function drawPaired(header) {
    const { device } = state;
    replace(page, header, h("div.panel.center", h("div.empty-icon", icon(device.trust === "waiting" ? "clock" : "check", 28)), h("h2", device.trust === "waiting" ? T.device.waitingTitle : T.device.pairedTitle),
      h("p", device.trust === "waiting" ? T.device.waitingBody : T.device.pairedBody), h("p.hint", T.device.fingerprint), h("output.big-code.mono", device.fingerprint), h("a.button.primary", { href: "/" }, T.device.toInbox)));
    if (device.trust === "waiting") { clearTimeout(poll); poll = setTimeout(() => !signal.aborted && loadDevice(), 4000); }
  }
  let poll;
  signal.addEventListener("abort", () => clearTimeout(poll));

  function help(kind) {
    const { title, body, ways } = T.device.obstacles[kind];
    return h("div.panel", h("div.panel-row", h("span.note-icon", icon(kind === "insecure" ? "lock" : "warning", 20)), h("strong", title)), h("p", body), ways && h("ul.bullets.ways", ways.map(([name_, text, command]) => h("li", h("strong", name_), h("p.hint", text), command && h("pre.terminal", h("span.prompt", "$ "), command)))), kind === "homeScreen" && isIOS() && h("p.hint", T.device.homeScreenHint));
  }

  async function submit(event) {
    event.preventDefault();
    button.disabled = true;
    problem.hidden = true;
    try {
      const withPush = event.submitter?.name !== "without" && !pushObstacle();
      await pair({ code: code.value.trim(), name: name.value.trim(), withPush });
      sessionStorage.removeItem("pairing");
      if (state.device?.trust === "trusted") toast(T.device.pairedTitle);
      if (onpaired) onpaired();
      else draw();
    } catch (error) {
      const isAboutPush = error.code === "push";
      // A used or expired code of a link is replaced by hand.
      if (!isAboutPush) sessionStorage.removeItem("pairing");
      if (error.status) code.closest("details")?.setAttribute("open", "");
      replace(problem, icon("warning", 18), h("span", error.message));
      problem.hidden = false;
      if (isAboutPush) {
        draw();
        withoutPush.hidden = false;
      }
    } finally { button.disabled = false; }
  }

  on(signal, "device", draw);
  draw();
  loadPushKey().then((key) => !key && !signal.aborted && draw(), () => {});
  return { focus: () => (page.querySelector("form .button.primary") ?? page.querySelector("a.button"))?.focus(), keys: {} };
}
