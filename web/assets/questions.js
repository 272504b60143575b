// What a plan asks its owner: kind of project, money, dates. A run that cannot go on without an answer waits for it here.

import * as api from "./api.js";
import { byId, element, say } from "./page.js";

let shown = "";

/** Shows the open questions of a session; calls `answered` when one was answered and the run goes on. */
export async function questions(session, status, answered) {
  const { intake = [] } = await api.plan("question_next", { session_id: session });
  const place = byId("questions");
  const key = JSON.stringify([session, status.state, intake]);
  if (!place || key === shown) return;
  shown = key;
  const isBlocked = status.error?.reason === "needs_answer";
  place.hidden = intake.length === 0;
  place.dataset.state = isBlocked ? "blocked" : "open";
  const title = isBlocked ? "The plan waits for your answer" : "Answers that would make the plan better";
  const heading = element("h2", {}, title);
  const asked = intake.map((it) => question(session, it, answered));
  place.replaceChildren(isBlocked ? element("div", {}, heading, ...asked) : element("details", {}, element("summary", {}, title), ...asked));
}

function question(session, { id, question: text, options = [] }, answered) {
  const answer = async (words) => {
    if (!words) return;
    try {
      await api.plan("question_answer", { session_id: session, question_id: id, text: words });
      say("Thank you; the plan goes on");
      await answered();
    } catch (error) {
      say(error.message, "bad");
    }
  };
  if (options.length) {
    const choice = ({ value, label }) => element("button", { type: "button", "data-value": value, click: () => answer(value) }, label.charAt(0).toUpperCase() + label.slice(1));
    return element("div", { class: "question", role: "group", "aria-label": text }, element("p", {}, text), ...options.map(choice));
  }
  const field = element("input", { type: "text", id: `answer-${id}`, maxlength: 2000, autocomplete: "off" });
  return element("form", {
    class: "question",
    submit: (event) => {
      event.preventDefault();
      answer(field.value.trim());
    },
  }, element("label", { for: `answer-${id}` }, text), element("span", { class: "reply" }, field, element("button", {}, "Answer")));
}
