// What stands between `@startuml` and `@enduml`: sequence, class, use case, component, state, activity and timing.

import { all, words } from "./find.js";

/** Words that begin a statement. */
const HEADS = words(`
  participant actor boundary control entity database collections queue create destroy activate deactivate autoactivate
  autonumber return note hnote rnote ref alt else also opt loop par2? break critical group partition end endnote endref
  endbox box title caption header footer legend endlegend newpage hide show skinparam scale mainframe ignore left right
  center class interface abstract enum annotation struct record exception protocol metaclass stereotype static dataclass
  circle diamond object map package namespace together component node cloud frame folder file artifact card rectangle
  hexagon storage stack usecase agent person port portin portout label archimate process action state fork forkagain
  start stop if elseif endif while endwhile repeat backward switch case endswitch split detach kill goto project order
  top bottom allowmixing allow_mixing set remove restore json concise robust clock binary analog compact highlight`, "i");
const HEAD = new RegExp(`^\\s*(${HEADS.source})`, "i");
/** Words with a meaning inside a statement. */
const INNER = words(`as over across of on off order left right top bottom to footbox unlinked stop resume extends implements
  is then yes no again with period between and has member members fields methods circle empty description link also
  repeat while in out abstract static`);
/** Dashes or dots with whatever heads stand at their ends. */
const ARROW = /(?<=^|[\s"\w\])*}:])(?:[<\/\\xo?*#+^}|]|\|\||\}o|\}\||\|o|<\|){0,3}(?:-+(?:\[[^\]]*\]|left|right|up|down|[lrud]|le|ri|do)?-*|\.+(?:\[[^\]]*\]|left|right|up|down|[lrud])?\.*|=+)(?:[>\/\\xo?*#+^{|]|\|>|\|\||o\{|\|\{){1,3}(?=$|[\s"\w\[(:*])|(?<=^|[\s"\w\])*])(?:<\|?|\*|o|\+|#|x)?(?:--+|\.\.+|==+)(?:\|?>|\*|o|\+|#|x)?(?=\s|$)|<+[-\/\\]+/;

export function uml(line) {
  // Separators, lanes, and times.
  if (/^\s*(?:==|\.\.\.|\|\||--\s*$|@\d)/.test(line) || /^\s*\|[^|]*\|/.test(line)) return [["k", 0, line.length]];
  const found = [];
  // An action of an activity diagram, from its colon to its end.
  const action = /^\s*(?:#[\w|\/\\-]+)?:(?![^:]*:\s*(?:[-.<]|as\b|$)).*?[;|<>\/\]}]?\s*$/.exec(line);
  if (action) {
    all(found, "n", line, /^\s*#[\w|\/\\-]+/g);
    return [...found, ["s", line.indexOf(":"), line.length]];
  }
  const arrow = ARROW.exec(line);
  const colon = line.search(/(?<![:\w]):(?!:)|(?<=[\w"\])]):(?!:)/);
  const isMember = /^\s*[-+#~](?=\s*[\w{])/.exec(line);
  const head = colon < 0 || isMember ? line : line.slice(0, colon);
  all(found, "s", head, /"[^"]*"?/g);
  if (isMember) all(found, "a", line, /^\s*[-+#~]/g);
  else if (arrow && arrow.index < head.length) found.push(["a", arrow.index, arrow.index + arrow[0].length]);
  const keyword = HEAD.exec(head);
  // A participant may be called `end` or `note`: before an arrow it is a name.
  const isName = keyword && arrow && /^\s*$/.test(head.slice(keyword[0].length, arrow.index));
  if (keyword && !isName) found.push(["k", keyword[0].length - keyword[1].length, keyword[0].length]);
  // Macros of libraries, such as those of C4.
  all(found, "m", head, /^\s*\$?[A-Za-z_]\w*(?=\()/g);
  all(found, "m", head, /<<[^>]*>>|\{(?:abstract|static|method|field)\}|\[\*\]|\(\*\)/g);
  all(found, "n", head, /#[\w|\/\\-]+/g);
  if (keyword && !isName) all(found, "k", head, INNER, keyword[0].length);
  else all(found, "k", head, /(?<=\s)(?:is|as|then|again|extends|implements)(?=\s|$|\()/g);
  all(found, "a", head, /(?:\+\+|--|\*\*|!!)\s*(?=$|#)/g);
  return found;
}
