// The server behind the page. A token, where the server requires one, comes with the link that the server printed, or is
// asked for once; it is kept for this tab.

import { byId } from "./page.js";

const TOKEN = "straightedge.token";

/** Takes the token out of the address, where it must not stay: it would be shared with the next link. */
export function takeToken() {
  const token = /^#token=([\w-]+)$/.exec(location.hash)?.[1];
  if (!token) return;
  sessionStorage.setItem(TOKEN, token);
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** Names of themes, the examples, and which views there are. */
export const setup = () => request("/page/setup").then((it) => it.json());

/** The source in another format: the file as `blob`, and a `notice` if there is something to know about it. */
export const exported = (wish) => request("/page/export", wish)
  .then(async (it) => ({ blob: await it.blob(), notice: it.headers.get("x-plantuml-diagram-notice") ?? "" }));

/** The source in the house style. */
export const formatted = (wish) => request("/page/format", wish).then((it) => it.json());

/** What the language server answers about a place: `completions`, `hover`, `name`, `rename`, `actions`. */
export const asked = (question, wish, signal) => request(`/page/editor/${question}`, wish, signal).then((it) => it.json());

/** One planning tool, by the name it has over MCP without its prefix. */
export const plan = (tool, body = {}, signal) => request(`/page/plans/${tool}`, body, signal).then((it) => it.json());

let worker;
let count = 0;

/** Problems and pictures of a source: `{diagnostics, kinds, pages}`. */
export async function compile(wish, signal) {
  worker ??= new Worker("/assets/compiler.js");
  const answer = await compiled(wish, signal);
  if (answer.ok) return answer.told;
  if (answer.failed === "AbortError" || signal?.aborted) throw new DOMException("superseded", "AbortError");
  if (answer.failed) throw new Error("The server cannot be reached");
  if (answer.status !== 401) throw refusal(answer.status, answer.told);
  await admitted();
  return compile(wish, signal);
}

function compiled(wish, signal) {
  const id = (count += 1);
  return new Promise((answered) => {
    const heard = ({ data }) => {
      if (data.id !== id) return;
      worker.removeEventListener("message", heard);
      answered(data);
    };
    worker.addEventListener("message", heard);
    signal?.addEventListener("abort", () => worker.postMessage({ id, abort: true }), { once: true });
    worker.postMessage({ id, headers: headers("json"), body: wish });
  });
}

async function request(path, body, signal) {
  const answer = await send(path, body, signal);
  if (answer.ok) return answer;
  if (answer.status === 401) {
    await admitted();
    return request(path, body, signal);
  }
  throw refusal(answer.status, await answer.json().catch(() => ({})));
}

function refusal(status, told) {
  const error = new Error(told.error?.message ?? `The server answered ${status}`);
  error.code = told.error?.code;
  return error;
}

function headers(kind) {
  const token = sessionStorage.getItem(TOKEN);
  return { ...(token && { authorization: `Bearer ${token}` }), ...(kind === "json" && { "content-type": "application/json" }) };
}

async function send(path, body, signal) {
  const options = { headers: headers(body === undefined ? "" : "json"), signal, ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }) };
  try {
    return await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("The server cannot be reached");
  }
}

let asking;

/** Several requests may be refused at once; the reader is asked once. */
async function admitted() {
  asking ??= new Promise((answered) => {
    const dialog = byId("token-dialog");
    byId("token-refused").hidden = sessionStorage.getItem(TOKEN) === null;
    dialog.addEventListener("close", () => {
      asking = undefined;
      answered(byId("token").value.trim());
    }, { once: true });
    dialog.showModal();
  });
  sessionStorage.setItem(TOKEN, await asking);
  // With the token, the setup also gives the pass that frames show for documents.
  await send("/page/setup");
}
