// The frame of the diagram view: tabs on a phone, the divider elsewhere, and the list of keys.

import { byId, element } from "./page.js";

const MAC = /mac|iphone|ipad/i.test(navigator.platform);

/** On a phone there is room for one pane; calls `shown` when the picture becomes visible. */
export function tabs(shown) {
  const names = ["editor", "preview"];
  const select = (name) => {
    document.body.dataset.tab = name;
    for (const tab of names) {
      byId(`tab-${tab}`).setAttribute("aria-selected", String(tab === name));
      byId(`tab-${tab}`).tabIndex = tab === name ? 0 : -1;
    }
    if (name === "preview") shown();
  };
  for (const tab of names) {
    byId(`tab-${tab}`).addEventListener("click", () => select(tab));
    byId(`tab-${tab}`).addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      const other = names.find((it) => it !== tab);
      select(other);
      byId(`tab-${other}`).focus();
    });
  }
  select("editor");
}

/** The divider is dragged, or moved by the arrow keys. */
export function divider() {
  const divider = byId("divider");
  const set = (percent) => {
    const bounded = Math.min(80, Math.max(15, percent));
    byId("panes").style.setProperty("--left", `${bounded}%`);
    divider.setAttribute("aria-valuenow", Math.round(bounded));
  };
  divider.addEventListener("pointerdown", (event) => divider.setPointerCapture(event.pointerId));
  divider.addEventListener("pointermove", (event) => {
    if (divider.hasPointerCapture(event.pointerId)) set((event.clientX / innerWidth) * 100);
  });
  divider.addEventListener("dblclick", () => set(42));
  divider.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -3, ArrowRight: 3 }[event.key];
    if (step) set(Number(divider.getAttribute("aria-valuenow")) + step);
  });
}

/** Listens for keys and lists them: each is `{keys, title, act}`, without `act` where the editor itself listens. */
export function shortcuts(all) {
  const named = (keys) => (MAC ? keys.replace("Mod", "⌘").replace("Alt", "⌥").replace("Shift", "⇧") : keys.replace("Mod", "Ctrl"));
  const caps = (keys) => named(keys).split(/(?<=\w|\.|\/)\+|\s{2}/).map((key) => element("kbd", {}, key));
  byId("help-keys").tBodies[0].append(...all.map(({ keys, title }) => element("tr", {}, element("th", { scope: "row" }, ...caps(keys)), element("td", {}, title))));
  byId("open-help").addEventListener("click", () => byId("help").showModal());
  addEventListener("keydown", (event) => {
    const pressed = [
      (event.ctrlKey || event.metaKey) && "Mod", event.shiftKey && "Shift", event.altKey && "Alt",
      event.code.startsWith("Key") ? event.code.slice(3) : event.key,
    ].filter(Boolean).join("+");
    const found = all.find((it) => it.keys === pressed && it.act);
    if (!found || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    found.act();
  });
}
