// The examples, each with its picture. Pictures are drawn when the gallery opens, and once for each colour scheme.

import * as api from "./api.js";
import { byId, element } from "./page.js";
import * as scheme from "./scheme.js";

const drawn = new Map();

/** Fills the dialog; `chosen(example)` puts one into the editor. */
export function start(examples, chosen) {
  const dialog = byId("gallery");
  const cards = examples.map((example) => {
    const picture = element("img", { alt: "", "data-name": example.name });
    const card = element("button", {
      type: "button", class: "example", "data-name": example.name,
      click: () => {
        dialog.close();
        chosen(example);
      },
    }, element("span", { class: "thumb" }, picture), element("span", { class: "name" }, example.title), element("small", {}, example.language === "mermaid" ? "Mermaid" : "PlantUML"));
    return { example, picture, card };
  });
  byId("gallery-cards").append(...cards.map((it) => it.card));
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  byId("open-gallery").addEventListener("click", () => {
    dialog.showModal();
    for (const { example, picture } of cards) draw(example, picture);
  });
}

async function draw(example, picture) {
  const look = scheme.current();
  const key = `${look}/${example.name}`;
  if (!drawn.has(key)) drawn.set(key, address(example, look));
  try {
    picture.src = await drawn.get(key);
  } catch {
    drawn.delete(key);
  }
}

async function address({ language, source }, look) {
  const { pages } = await api.compile({ language, source, scheme: look });
  return URL.createObjectURL(new Blob([pages[0]], { type: "image/svg+xml" }));
}
