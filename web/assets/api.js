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

/** Problems and pictures of a source. */
export const compile = (wish, signal) => request("/page/compile", wish, signal).then((it) => it.json());

/** The source in another format, as a file. */
export const exported = (wish) => request("/page/export", wish).then((it) => it.blob());

/** The source in the house style. */
export const formatted = (wish) => request("/page/format", wish).then((it) => it.json());

/** One planning tool, by the name it has over MCP without its prefix. */
export const plan = (tool, body = {}, signal) => request(`/page/plans/${tool}`, body, signal).then((it) => it.json());

async function request(path, body, signal) {
  const answer = await send(path, body, signal);
  if (answer.ok) return answer;
  if (answer.status === 401) {
    sessionStorage.setItem(TOKEN, await askedToken());
    // With the token, the setup also gives the pass that frames show for documents.
    await send("/page/setup");
    return request(path, body, signal);
  }
  const told = await answer.json().catch(() => ({}));
  const error = new Error(told.error?.message ?? `The server answered ${answer.status}`);
  error.code = told.error?.code;
  throw error;
}

async function send(path, body, signal) {
  const headers = {};
  const token = sessionStorage.getItem(TOKEN);
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const options = { headers, signal, ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }) };
  try {
    return await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("The server cannot be reached");
  }
}

let asking;

/** Several requests may be refused at once; the reader is asked once. */
function askedToken() {
  asking ??= new Promise((answered) => {
    const dialog = byId("token-dialog");
    byId("token-refused").hidden = sessionStorage.getItem(TOKEN) === null;
    dialog.addEventListener("close", () => {
      asking = undefined;
      answered(byId("token").value.trim());
    }, { once: true });
    dialog.showModal();
  });
  return asking;
}
