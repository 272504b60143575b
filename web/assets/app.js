// Starts the page: colours first, then the view that the address asks for.

import * as api from "./api.js";
import * as scheme from "./scheme.js";
import { byId, say } from "./page.js";

async function start() {
  scheme.start();
  byId("view-diagrams").setAttribute("aria-current", "page");
  const [setup, view] = await Promise.all([api.setup(), import("./diagrams.js")]);
  await view.start(setup);
}

start().catch((error) => say(error.message, "bad"));
