// Starts the page: colours first, then the view that the address asks for.

import * as api from "./api.js";
import * as scheme from "./scheme.js";
import { byId, say } from "./page.js";

async function start() {
  api.takeToken();
  scheme.start();
  const isPlans = location.pathname.startsWith("/plans");
  byId(isPlans ? "view-plans" : "view-diagrams").setAttribute("aria-current", "page");
  const [setup, view] = await Promise.all([
    api.setup(),
    isPlans ? import("./plans.js") : import("./diagrams.js"),
  ]);
  byId("view-plans").hidden = !setup.plans;
  if (isPlans && !setup.plans) throw new Error("This server offers no plans");
  await view.start(setup);
}

start().catch((error) => say(error.message, "bad"));
