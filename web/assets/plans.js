// The plans view: sessions on the left; progress, task graph, artifacts and events of one on the right.

import * as api from "./api.js";
import { Artifacts } from "./artifacts.js";
import { confirmed, entered } from "./ask.js";
import { byId, count, element, say } from "./page.js";
import { questions } from "./questions.js";
import * as scheme from "./scheme.js";

const PHASES = {
  initializing: "Read the idea", generating_plan: "Write the plan", validating: "Judge it", exporting: "Make documents", finalizing: "Take stock",
};
/** What the judgement of a plan means, its colour, and the word for it: a plan that failed its own checks is no success. */
const JUDGED = {
  pass: ["The plan is built and passed its checks", "good", "checks passed"],
  warn: ["The plan is built; its checks have doubts, which the report names", "doubtful", "checks in doubt"],
  fail: ["The plan is built and failed some of its checks: see the report", "bad", "checks failed"],
};
const ACTIVE = ["running", "stopping"];
const WAIT = 20_000;
const EVENTS_SHOWN = 200;

let session;
let status;
let artifacts;
let following;
let graphShown = "";

export async function start() {
  document.body.dataset.view = "plans";
  byId("main").append(element("div", { class: "plans" },
    element("aside", { class: "sessions", "aria-label": "Sessions" },
      element("button", { id: "new-plan", class: "primary", type: "button", click: async () => (await left()) && show(undefined) }, "New plan"),
      element("ul", { id: "session-list" })),
    element("section", { class: "session", id: "session", "aria-label": "Session" })));
  scheme.changed(() => session && drawGraph(""));
  addEventListener("popstate", async () => {
    if (await left()) await show(named(), "keep");
    else history.pushState(null, "", session ? `/plans/${session}` : "/plans");
  });
  addEventListener("beforeunload", (event) => artifacts?.isEdited && event.preventDefault());
  await list();
  await show(named(), "keep");
}

const named = () => /^\/plans\/([\w-]+)$/.exec(location.pathname)?.[1];
const title = (it) => it.metadata?.title ?? it.session_id;

/** Whether what is shown may go: an edit that is not saved is asked about. */
async function left() {
  return !artifacts?.isEdited || confirmed("Throw away your edit? It is not saved.", "Throw away");
}

async function list() {
  const { sessions } = await api.plan("session_list");
  byId("session-list").replaceChildren(...sessions.map((it) => element("li", {},
    element("a", {
      href: `/plans/${it.session_id}`, "aria-current": it.session_id === session && "page",
      click: (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        left().then((may) => may && show(it.session_id));
      },
    }, element("span", { class: "name" }, title(it)), element("small", {}, when(it.created_at))))));
}

async function show(id, address = "change") {
  following?.abort();
  session = id;
  status = undefined;
  graphShown = "";
  if (address === "change") history.pushState(null, "", id ? `/plans/${id}` : "/plans");
  artifacts = undefined;
  if (!id) return create();
  const { sessions } = await api.plan("session_list");
  const found = sessions.find((it) => it.session_id === id);
  byId("session").replaceChildren(
    element("header", { class: "plan-head" },
      element("h1", { id: "plan-title" }, found ? title(found) : id),
      element("span", { id: "run-state", class: "state" }),
      element("span", { id: "plan-verdict", class: "state", hidden: true }),
      element("div", { class: "plan-actions" }, element("span", { id: "plan-actions" }),
        element("button", { type: "button", id: "plan-rename", click: rename }, "Rename"),
        element("button", { type: "button", id: "plan-delete", click: remove }, "Delete"))),
    element("section", { id: "questions", class: "questions", "aria-label": "Questions", hidden: true }),
    element("div", { id: "phases", class: "phases", role: "group", "aria-label": "Progress" }),
    element("div", { class: "plan-body" },
      element("nav", { id: "artifact-list", class: "artifact-list", "aria-label": "Artifacts" }),
      element("div", { id: "artifact", class: "artifact" })),
    element("details", { class: "fold", id: "graph-fold", toggle: () => drawGraph() }, element("summary", {}, "Task graph"), element("div", { id: "graph", class: "graph" })),
    element("details", { class: "fold" }, element("summary", {}, "Events"), element("ol", { id: "events", class: "events" })));
  artifacts = new Artifacts(id, { saved: refresh, canEdit: () => !ACTIVE.includes(status?.state) });
  await list();
  await refresh();
  follow(id);
}

async function rename() {
  const to = await entered("Name of the plan", "Rename", byId("plan-title").textContent);
  if (!to) return;
  try {
    await api.plan("session_rename", { session_id: session, title: to });
    byId("plan-title").textContent = to;
    await list();
    say(`Renamed to “${to}”`, "good");
  } catch (error) {
    say(error.message, "bad");
  }
}

async function remove() {
  const name = byId("plan-title").textContent;
  if (ACTIVE.includes(status?.state)) return say("Stop the run first, then delete", "doubtful");
  if (!(await confirmed(`Delete the plan “${name}” with everything in it?`, "Delete"))) return;
  try {
    following?.abort();
    await refreshing.catch(() => {});
    // A page that was still loading has begun to follow meanwhile; nothing may ask for a plan that is gone.
    following?.abort();
    await api.plan("session_delete", { session_id: session });
    await show(undefined);
    say(`Deleted “${name}”`);
  } catch (error) {
    say(error.message, "bad");
    follow(session);
  }
}

async function create() {
  const idea = element("textarea", { id: "idea", class: "plain", rows: 7, required: true, placeholder: "Open a repair café in Graz by June, with 8,000 € and six volunteers." });
  const { model: chosen, models } = await api.plan("model");
  if (session) return; // Another plan was opened meanwhile.
  const model = element("input", { id: "model", type: "text", list: "models", value: chosen, spellcheck: "false" });
  const form = element("form", {
    class: "new-plan",
    submit: async (event) => {
      event.preventDefault();
      const text = idea.value.trim();
      const name = model.value.trim() || "embedded";
      try {
        // A model is asked one question before it is remembered and a plan depends on it.
        if (name !== chosen) await api.plan("model", { model: name });
        const config = { planner_model: name, validator_model: name };
        const made = await api.plan("session_create", { idea: text, config });
        await api.plan("session_start", { session_id: made.session_id });
        await show(made.session_id);
      } catch (error) {
        say(error.message, "bad");
      }
    },
  }, element("h1", {}, "New plan"),
    element("label", { for: "idea" }, "What is to be planned? Goal, limits, dates, money, people."), idea,
    element("label", { for: "model" }, "Model: embedded (rules), or openai:<model>@<base_url>. It is tried, and remembered for the next plan."), model,
    element("datalist", { id: "models" }, ...models.map((it) => element("option", { value: it }))),
    element("button", { class: "primary" }, "Build the plan"));
  byId("session").replaceChildren(form);
  say("Ready");
  idea.focus();
  await list();
}

/** Waits for events as long as the session is shown; each batch renews what is on the page. */
async function follow(id) {
  following = new AbortController();
  const { signal } = following;
  let since;
  while (!signal.aborted) {
    try {
      const page = await api.plan("session_events", { session_id: id, ...(since && { since }), wait_ms: since ? WAIT : 0 }, signal);
      since = page.cursor;
      if (page.events.length && !signal.aborted) {
        byId("events").prepend(...page.events.reverse().map((it) => element("li", {}, element("time", {}, clock(it.ts)), element("code", {}, it.type), " ", told(it.data))));
        while (byId("events").children.length > EVENTS_SHOWN) byId("events").lastChild.remove();
        await refresh();
      }
    } catch (error) {
      if (signal.aborted) return;
      say(error.message, "bad");
      await new Promise((done) => setTimeout(done, 2000));
    }
  }
}

let refreshing = Promise.resolve();

/** Renews everything that is shown of the session. */
function refresh() {
  refreshing = refreshing.then(renewed, renewed);
  return refreshing;
}

async function renewed() {
  const id = session;
  const now = await api.plan("session_status", { session_id: id });
  if (id !== session) return;
  status = now;
  byId("run-state").textContent = now.run_id ? now.state : "not started";
  byId("run-state").dataset.state = now.state;
  actions(now);
  phases(now);
  await artifacts.refresh();
  if (!ACTIVE.includes(now.state)) await questions(id, now, refresh);
  else byId("questions").hidden = true;
  await drawGraph();
  const stale = now.stale?.length ?? 0;
  const isBuilt = now.state === "completed" && !stale;
  const verdict = isBuilt ? await artifacts.verdict() : undefined;
  if (id !== session) return;
  const chip = byId("plan-verdict");
  chip.hidden = !JUDGED[verdict];
  chip.textContent = JUDGED[verdict]?.[2] ?? "";
  if (verdict) chip.dataset.verdict = verdict;
  if (now.state === "failed") say(now.error?.message ?? "The run failed", "bad");
  else if (ACTIVE.includes(now.state)) say(`${Math.round(now.progress.overall * 100)} %, ${now.progress.current_task?.name ?? PHASES[now.phase] ?? now.phase}`);
  else if (now.state === "completed" && stale) say(`${count(stale, "task")} to run again after your edit: resume`, "doubtful");
  else if (isBuilt) say(...JUDGED[verdict]?.slice(0, 2) ?? ["The plan is built; nobody has judged it", "doubtful"]);
  else if (now.error?.reason === "needs_answer") say("The plan waits for your answer", "doubtful");
  else say(now.state === "stopped" ? "Stopped: edit what you like, then resume" : "Ready");
}

function actions({ state, run_id: run, stale }) {
  const act = (name, tool, primary) => element("button", {
    type: "button", id: `plan-${tool.split("_").at(-1)}`, class: primary && "primary",
    click: async () => {
      try {
        await api.plan(tool, { session_id: session });
        await refresh();
      } catch (error) {
        say(error.message, "bad");
      }
    },
  }, name);
  const offered = ACTIVE.includes(state) ? [act("Stop", "session_stop")] : [run ? act("Resume", "session_resume", state !== "completed" || stale?.length > 0) : act("Start", "session_start", true)];
  byId("plan-actions").replaceChildren(...offered);
}

function phases({ progress, run_id: run }) {
  const shares = new Map((progress.phases ?? []).map(({ phase, share }) => [phase, share]));
  byId("phases").replaceChildren(...Object.entries(PHASES).map(([phase, name]) => {
    const share = run ? (shares.get(phase) ?? 0) : 0;
    return element("label", { class: "phase" }, element("span", {}, name, element("small", {}, `${Math.round(share * 100)} %`)), element("progress", { max: 1, value: share, "data-phase": phase }));
  }));
}

/** The graph is drawn by our own compiler, and only while somebody looks at it. */
async function drawGraph(known = graphShown) {
  if (!byId("graph-fold")?.open) return;
  const { mermaid } = await api.plan("task_graph", { session_id: session });
  if (mermaid === known) return;
  graphShown = mermaid;
  const { pages } = await api.compile({ language: "mermaid", source: mermaid, scheme: scheme.current() });
  if (!pages.length) return;
  const parsed = new DOMParser().parseFromString(pages[0].tiles[0], "image/svg+xml");
  byId("graph").replaceChildren(document.importNode(parsed.documentElement, true));
}

const when = (time) => new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
const clock = (time) => new Date(time).toLocaleTimeString();
const told = (data) => [data?.task, data?.path, data?.message, data?.state].filter(Boolean).join(" · ");
