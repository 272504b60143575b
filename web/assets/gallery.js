// The examples, each with its picture, for every kind of diagram that the server draws. A picture is drawn when its card
// comes into view, and once for each colour scheme.

import * as api from "./api.js";
import { byId, element } from "./page.js";
import * as scheme from "./scheme.js";

const LANGUAGES = { puml: "PlantUML", mermaid: "Mermaid" };
const drawn = new Map();
let queue = Promise.resolve();

/** Fills the dialog; `chosen(example)` puts one into the editor. */
export function start(examples, chosen) {
  const dialog = byId("gallery");
  const cards = new Map();
  for (const [language, title] of Object.entries(LANGUAGES)) {
    const listed = examples.filter((it) => it.language === language).map((example) => {
      const card = element("button", {
        type: "button", class: "example", "data-name": example.name, "data-kind": example.kind,
        click: () => {
          dialog.close();
          chosen(example);
        },
      }, element("span", { class: "thumb" }, element("img", { alt: "" })), element("span", { class: "name" }, example.title), element("small", {}, example.kind));
      cards.set(card, example);
      return card;
    });
    byId("gallery-cards").append(element("h3", {}, title), element("div", { class: "cards" }, ...listed));
  }
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) draw(cards.get(target), target.querySelector("img"));
  }, { root: dialog, rootMargin: "200px" });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => seen.disconnect());
  byId("open-gallery").addEventListener("click", () => {
    dialog.showModal();
    for (const card of cards.keys()) seen.observe(card);
  });
}

async function draw(example, picture) {
  const look = scheme.current();
  const key = `${look}/${example.name}`;
  if (!drawn.has(key)) drawn.set(key, (queue = queue.then(() => address(example, look), () => address(example, look))));
  try {
    picture.src = await drawn.get(key);
  } catch {
    drawn.delete(key);
  }
}

async function address({ language, source }, look) {
  const { pages } = await api.compile({ language, source, scheme: look });
  return URL.createObjectURL(new Blob([pages[0].tiles[0]], { type: "image/svg+xml" }));
}
