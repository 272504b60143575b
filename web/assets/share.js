// Sharing: a link that opens the same diagram, and the addresses of its picture.

import * as link from "./link.js";
import { anchor, byId, copy, element } from "./page.js";

/** Fills the card each time it opens; `state()` is the diagram as it stands. */
export function start(state) {
  const card = byId("share-card");
  anchor(card, byId("share"), () => fill(card, state()));
}

/** Puts the link into the address bar and on the clipboard. */
export async function copyLink(wish) {
  const address = await editorLink(wish);
  history.replaceState(null, "", address);
  await copy(address, "Link copied");
}

/** The source has moved on from the link in the address bar, which would bring back what it was. */
export function forget() {
  const isLink = /^#(puml|mermaid)\//.test(location.hash) || !["/", "/plans"].includes(location.pathname);
  if (isLink) history.replaceState(null, "", "/");
}

const editorLink = async (wish) => `${location.origin}/${await link.hash(wish)}`;

async function fill(card, wish) {
  const address = await editorLink(wish);
  history.replaceState(null, "", address);
  const rows = [row("share-link", "Link to this diagram", address, "Opens it in this editor, as it looks now. The diagram is in the link itself.")];
  const { language } = wish;
  const choices = { theme: wish.theme || (language === "mermaid" && wish.scheme === "dark" && "dark"), look: language === "mermaid" && wish.look };
  const said = new URLSearchParams(Object.entries(choices).filter(([, it]) => it)).toString();
  const query = said && `?${said}`;
  if (language === "puml") {
    const code = await link.code(body(wish.source));
    rows.push(row("share-picture", "Picture on this server", `${location.origin}/svg/${code}${query}`, "For wikis and READMEs."));
    rows.push(row("share-plantuml", "On plantuml.com", `https://www.plantuml.com/plantuml/uml/${code}`, "Sends the diagram to that server."));
  } else {
    const code = await link.krokiCode(wish.source);
    rows.push(row("share-picture", "Picture on this server", `${location.origin}/mermaid/svg/${code}${query}`, "For wikis and READMEs."));
  }
  card.replaceChildren(...rows);
}

function row(id, title, address, note) {
  const field = element("input", { id, type: "text", readonly: true, value: address, focus: (event) => event.target.select() });
  const button = element("button", { type: "button", "aria-label": `Copy: ${title}`, click: () => copy(address, "Link copied") }, "Copy");
  return element("div", { class: "share-row" }, element("label", { for: id }, title), field, button, element("small", {}, note));
}

/** PlantUML's own links carry only what stands between the markers. */
function body(source) {
  return /^\s*@startuml[^\n]*\n([\s\S]*?)\n?@enduml\s*$/.exec(source)?.[1] ?? source;
}
