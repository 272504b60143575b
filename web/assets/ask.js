// Questions to the reader: one dialog, which answers yes, no or with a text.

import { byId, element } from "./page.js";

/** Whether the reader wants `action`, which cannot be undone. */
export const confirmed = (question, action) => opened(question, action).then((it) => it !== undefined);

/** A text that the reader enters; nothing if they would rather not. */
export const entered = (question, action, text) => opened(question, action, text);

function opened(question, action, text) {
  const dialog = byId("ask");
  const field = text === undefined ? null : element("input", { type: "text", id: "ask-text", "aria-label": question, value: text, required: true, maxlength: 120, autocomplete: "off" });
  const cancel = element("button", { type: "button", click: () => dialog.close() }, "Cancel");
  const form = element("form", {
    method: "dialog",
    submit: () => (dialog.returnValue = "yes"),
  }, element("h2", { id: "ask-heading" }, question), field, element("div", { class: "answers" }, cancel, element("button", { class: field ? "primary" : "grave", value: "yes" }, action)));
  dialog.replaceChildren(form);
  dialog.returnValue = "";
  return new Promise((answered) => {
    dialog.addEventListener("close", () => {
      answered(dialog.returnValue === "yes" ? (field?.value.trim() ?? "") : undefined);
    }, { once: true });
    dialog.showModal();
    field?.select();
  });
}
