#include "BellhopConsole.h"

static const unsigned char app_js[] = {
#embed "Assets/app.js"
};
static const unsigned char ask_js[] = {
#embed "Assets/ask.js"
};
static const unsigned char console_css[] = {
#embed "Assets/console.css"
};
static const unsigned char device_js[] = {
#embed "Assets/device.js"
};
static const unsigned char devices_js[] = {
#embed "Assets/devices.js"
};
static const unsigned char docs_css[] = {
#embed "Assets/docs.css"
};
static const unsigned char docs_js[] = {
#embed "Assets/docs.js"
};
static const unsigned char dom_js[] = {
#embed "Assets/dom.js"
};
static const unsigned char history_js[] = {
#embed "Assets/history.js"
};
static const unsigned char icon_180_png[] = {
#embed "Assets/icon-180.png"
};
static const unsigned char icon_192_png[] = {
#embed "Assets/icon-192.png"
};
static const unsigned char icon_512_png[] = {
#embed "Assets/icon-512.png"
};
static const unsigned char icon_svg[] = {
#embed "Assets/icon.svg"
};
static const unsigned char inbox_js[] = {
#embed "Assets/inbox.js"
};
static const unsigned char index_html[] = {
#embed "Assets/index.html"
};
static const unsigned char manifest_webmanifest[] = {
#embed "Assets/manifest.webmanifest"
};
static const unsigned char review_js[] = {
#embed "Assets/review.js"
};
static const unsigned char secrets_js[] = {
#embed "Assets/secrets.js"
};
static const unsigned char send_js[] = {
#embed "Assets/send.js"
};
static const unsigned char service_worker_js[] = {
#embed "Assets/service-worker.js"
};
static const unsigned char service_js[] = {
#embed "Assets/service.js"
};
static const unsigned char settings_js[] = {
#embed "Assets/settings.js"
};
static const unsigned char signing_js[] = {
#embed "Assets/signing.js"
};
static const unsigned char state_js[] = {
#embed "Assets/state.js"
};
static const unsigned char text_js[] = {
#embed "Assets/text.js"
};

#define FILE(name, bytes) { name, bytes, sizeof bytes }

static const struct bellhop_console_file files[] = {
    FILE("app.js", app_js),
    FILE("ask.js", ask_js),
    FILE("console.css", console_css),
    FILE("device.js", device_js),
    FILE("devices.js", devices_js),
    FILE("docs.css", docs_css),
    FILE("docs.js", docs_js),
    FILE("dom.js", dom_js),
    FILE("history.js", history_js),
    FILE("icon-180.png", icon_180_png),
    FILE("icon-192.png", icon_192_png),
    FILE("icon-512.png", icon_512_png),
    FILE("icon.svg", icon_svg),
    FILE("inbox.js", inbox_js),
    FILE("index.html", index_html),
    FILE("manifest.webmanifest", manifest_webmanifest),
    FILE("review.js", review_js),
    FILE("secrets.js", secrets_js),
    FILE("send.js", send_js),
    FILE("service-worker.js", service_worker_js),
    FILE("service.js", service_js),
    FILE("settings.js", settings_js),
    FILE("signing.js", signing_js),
    FILE("state.js", state_js),
    FILE("text.js", text_js),
};

const struct bellhop_console_file *const bellhop_console_files = files;
const size_t bellhop_console_file_count = sizeof files / sizeof files[0];
