// Sending with a preview for each gateway, and campaigns.
import { T, ago, confirmDialog, dateTime, empty, field, h, icon, number, pill, replace, skeleton, timeElement, toast } from "./dom.js";
import { api, get, post } from "./state.js";
import { line } from "./review.js";
import { audience } from "./settings.js";
import { categoryName } from "./history.js";

export function sendView({ root, signal, go }) {
  const title = h("input", { maxlength: 200, required: true, value: "", placeholder: T.send.titlePlaceholder });
  const body = h("textarea", { maxlength: 4000, rows: 4, required: true, placeholder: T.send.bodyPlaceholder });
  const target = h("select", [["me", T.send.me], ["user", T.send.user], ["topic", T.send.topic], ["everyone", T.send.everyone]].map(([value, text]) => h("option", { value }, text)));
  const name = h("input", { maxlength: 128, spellcheck: "false" });
  const nameField = field(T.send.name, name);
  nameField.hidden = true;
  const category = h("select", ["SESSION_STATUS", "TASK_COMPLETE", "TASK_ERROR", "update", "reminder", "new_item"].map((id) => h("option", { value: id }, T.categories[id])));
  const level = h("select", [["", T.send.levelDefault], ["passive", T.send.levels.passive], ["active", T.send.levels.active], ["time-sensitive", T.send.levels["time-sensitive"]]].map(([value, text]) => h("option", { value }, text)));
  const link = h("input", { maxlength: 1024, spellcheck: "false", placeholder: "myapp://articles/7" });
  const image = h("input", { type: "url", maxlength: 1024, spellcheck: "false", placeholder: "https://example.com/7.png" });
  const previews = h("div.previews", { "aria-live": "off" });
  const summary = h("p.preview-summary", { role: "status" });
  const button = h("button.button.primary.large", icon("send", 18), T.send.send);
  const form = h("form.stack", { onsubmit: submit, oninput: changed },
    h("div.time-row", field(T.send.to, target), nameField), field(T.send.titleLabel, title), field(T.send.bodyLabel, body), h("div.time-row", field(T.send.category, category), field(T.send.level, level)),
    h("details.more", h("summary", T.send.options), h("div.stack", field(T.send.link, link), field(T.send.image, image, T.send.imageHint))), h("div.form-actions", button, summary));
  root.append(h("section.page.wide", { "aria-label": T.nav.send }, h("header.page-header", h("h1", T.nav.send), h("p.lead", T.send.lead)), h("div.send-columns", h("div.panel", form), h("section", { "aria-label": T.send.preview }, previews))));

  let timer, request;
  function changed() {
    nameField.hidden = target.value !== "user" && target.value !== "topic";
    name.required = !nameField.hidden;
    nameField.querySelector("label").textContent = target.value === "topic" ? T.send.topicLabel : T.send.userLabel;
    clearTimeout(timer);
    timer = setTimeout(preview, 250);
  }

  function notification() {
    const options = { ...(level.value ? { interruption_level: level.value } : {}), ...(image.value.trim() ? { image_url: image.value.trim() } : {}) };
    return { title: title.value, body: body.value, category: category.value, ...(link.value.trim() ? { deep_link: link.value.trim() } : {}), ...(Object.keys(options).length ? { options } : {}) };
  }

  async function preview() {
    request?.abort();
    request = new AbortController();
    const texts = { title: title.value || T.send.titlePlaceholder, body: body.value || T.send.bodyPlaceholder };
    const user = target.value === "user" && name.value.trim() ? { user_id: name.value.trim() } : {};
    try {
      const result = await post("/v1/notifications/validate", { ...notification(), ...texts, ...user }, { signal: request.signal });
      if (signal.aborted) return;
      replace(summary, target.value === "me" || target.value === "user" ? (result.devices ? T.send.devices(result.devices) : T.send.noDevices(result.reason ?? "")) : T.send.campaignNote);
      draw(result.payloads, texts);
    } catch (error) {
      if (error.name === "AbortError" || signal.aborted) return;
      replace(summary, h("span.error-text", error.message));
    }
  }

  const frames = { apns: ["iOS", "ios"], fcm: ["Android", "android"], webpush: [T.send.web, "web"] };
  function draw(payloads, texts) {
    const open = [...previews.querySelectorAll("details")].map((element) => element.open);
    replace(previews, payloads.map((entry, index) => {
      const [label, style] = frames[entry.gateway] ?? [entry.gateway, "web"];
      const shown = texts;
      return h(`article.preview.preview-${style}`, h("header.preview-header", h("h2", label), entry.size !== undefined && h("span.hint.number", T.send.size(number(entry.size), number(entry.limit)))),
        h("div.mock", h("div.mock-app", h("img", { src: "/console/icon.svg", alt: "", width: 18, height: 18 }), h("span", "Bellhop"), h("span.mock-time", T.time.now)), h("div.mock-title", { dir: "auto" }, line(shown.title)), h("div.mock-body", { dir: "auto" }, line(shown.body, 180))),
        entry.findings?.length > 0 && h("ul.findings", entry.findings.map((finding) => h("li", icon("warning", 15), h("span", finding.path && h("code", finding.path), " ", finding.message)))),
        h("details.proof", { open: open[index] }, h("summary", T.send.payload), h("pre.code-block", { tabindex: 0 }, JSON.stringify(entry.payload, null, 2))));
    }));
  }

  async function submit(event) {
    event.preventDefault();
    const kind = target.value;
    if (kind === "everyone" || kind === "topic") {
      const to = kind === "everyone" ? { everyone: true } : { topic: name.value.trim() };
      if (!(await confirmDialog({ title: T.send.confirmTitle(audience(to)), body: T.send.confirmBody, action: T.send.send, danger: false }))) return;
    }
    button.disabled = true;
    try {
      if (kind === "everyone" || kind === "topic") {
        await post("/v1/campaigns", { to: kind === "everyone" ? { everyone: true } : { topic: name.value.trim() }, notification: notification() });
        toast(T.send.campaignStarted);
        go("/campaigns");
      } else {
        const { id } = await post("/v1/notifications", { ...notification(), ...(kind === "user" ? { user_id: name.value.trim() } : {}) });
        toast(T.send.sent);
        go(`/notifications/${id}`);
      }
    } catch (error) { toast(error.message, "error"); }
    button.disabled = false;
  }
  signal.addEventListener("abort", () => { clearTimeout(timer); request?.abort(); });
  preview();
  return { focus: () => (title.focus(), true), keys: {} };
}

const kinds = { waiting: "decision", sending: "decision", done: "success", stopped: "neutral", expired: "danger" };

export function campaignsView({ root, signal }) {
  const box = h("div", skeleton(3));
  root.append(h("section.page", { "aria-label": T.nav.campaigns }, h("header.page-header", h("div.header-row", h("h1", T.nav.campaigns), h("a.button.primary", { href: "/send" }, icon("send", 16), T.campaigns.create)), h("p.lead", T.campaigns.lead)), box));
  let timer;
  async function load() {
    try {
      const { items } = await get("/v1/campaigns?limit=100");
      if (signal.aborted) return;
      const sums = items.reduce((sum, campaign) => ({ recipients: sum.recipients + campaign.recipients, deliveries: sum.deliveries + campaign.deliveries, refused: sum.refused + campaign.refused }), { recipients: 0, deliveries: 0, refused: 0 });
      replace(box, items.length ? [h("div.figures", figure(T.campaigns.count, items.length), figure(T.campaigns.recipients, sums.recipients), figure(T.campaigns.deliveries, sums.deliveries), figure(T.campaigns.refused, sums.refused)), h("ul.cards", items.map(card))] : empty("campaigns", T.campaigns.empty, T.campaigns.emptyBody));
      if (items.some(({ state }) => state === "waiting" || state === "sending")) timer = setTimeout(load, 1500);
    } catch (error) { replace(box, empty("warning", T.errors.title, error.message)); }
  }
  signal.addEventListener("abort", () => clearTimeout(timer));

  function card(campaign) {
    const isOpen = campaign.state === "waiting" || campaign.state === "sending";
    return h("li", h("div.card", h("div.card-top", h("span.card-title", { dir: "auto" }, line(campaign.notification.title, 100)), pill(T.campaigns.states[campaign.state], kinds[campaign.state])),
      h("p.hint", { dir: "auto" }, line(campaign.notification.body, 160)),
      h("div.figures.small", figure(T.campaigns.recipients, campaign.recipients), figure(T.campaigns.deliveries, campaign.deliveries), figure(T.campaigns.refused, campaign.refused)),
      campaign.figures && h("div.figures.small", ["sent", "failed", "skipped", "opened"].map((name) => figure(T.campaigns[name], campaign.figures[name]))),
      h("p.hint", `${T.send.to}: ${audience(campaign.to)} · `, timeElement(campaign.created_at, dateTime(campaign.created_at)), campaign.ended_at > campaign.begun_at && ` · ${T.campaigns.took(Date.parse(campaign.ended_at) - Date.parse(campaign.begun_at))}`),
      (isOpen || campaign.state === "done") && h("div.card-actions", h("button.button.small.danger", { onclick: async () => { if (await confirmDialog({ title: T.campaigns.stopTitle, body: T.campaigns.stopBody, action: T.campaigns.stop })) await api("DELETE", `/v1/campaigns/${campaign.id}`).then(load, (error) => toast(error.message, "error")); } }, T.campaigns.stop))));
  }
  load();
  return { keys: {} };
}

export const figure = (label, value, hint) => h("div.figure", h("span.figure-value", typeof value === "number" ? number(value) : value), h("span.figure-label", label), hint && h("span.hint", hint));
