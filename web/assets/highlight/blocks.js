// Diagrams that have a marker of their own: charts of tasks, trees, and data.

import { all, words } from "./find.js";

const GANTT = words(`project starts? ends? lasts? requires? happens? is are on at and then days? weeks? months? hours? after
  before of from to in closed open opened completed complete coloured colored today links separator just named printscale
  ganttscale daily weekly monthly quarterly yearly with calendar date zoom language hide show footbox resources title
  header footer legend caption scale saturdays? sundays? mondays? tuesdays? wednesdays? thursdays? fridays? deleted pauses
  note end displays as same row end label task first last column`);

export function gantt(line) {
  if (/^\s*--/.test(line)) return [["k", 0, line.length]];
  const found = [];
  all(found, "s", line, /\[[^\]]*\]|"[^"]*"?/g);
  all(found, "n", line, /\b\d{4}[-\/]\d{1,2}[-\/]\d{1,2}\b|\b\d+%?|\bD\+\d+|#[\w]+/g);
  all(found, "m", line, /\{[^}]*\}|<<[^>]*>>/g);
  all(found, "a", line, /[-=.]+>/g);
  all(found, "k", line, GANTT);
  return found;
}

/** Mind maps and work breakdowns: the signs that say how deep a node is. */
export function tree(line) {
  const found = [];
  const depth = /^\s*(?:[*+\-#]+|\t+)(?:\[#[^\]]*\])?[_:<>|]?/.exec(line);
  if (depth) {
    all(found, "n", depth[0], /\[#[^\]]*\]/g);
    return [...found, ["a", 0, depth[0].search(/\[|$/)]];
  }
  if (/^\s*(?:(?:left|right)\s+side|(?:top|bottom)\s+to|title|caption|header|footer|legend|end\s*legend|scale|skinparam|hide|show)\b/i.test(line)) return [["k", 0, line.length]];
  all(found, "s", line, /.*;\s*$/g);
  return found;
}

/** JSON: names before a colon, texts, numbers. */
export function data(line) {
  const found = [];
  if (/^\s*(?:#?highlight|title|caption|header|footer|legend)\b/i.test(line)) return [["k", 0, line.length]];
  all(found, "k", line, /"(?:[^"\\]|\\.)*"(?=\s*:)/g);
  all(found, "s", line, /"(?:[^"\\]|\\.)*"?/g);
  all(found, "n", line, /-?\b\d+(?:\.\d+)?(?:[eE][-+]?\d+)?\b|\b(?:true|false|null)\b/g);
  return found;
}

/** YAML: names before a colon, texts, numbers, remarks. */
export function yaml(line) {
  const found = [];
  if (/^\s*#highlight\b/i.test(line)) return [["m", 0, line.length]];
  all(found, "s", line, /"[^"]*"?|'[^']*'?/g);
  all(found, "c", line, /(?:^|\s)#.*$/g);
  all(found, "k", line, /(?<=^\s*(?:-\s+)*)[^\s:#\-][^:#]*(?=:(?:\s|$))/g);
  all(found, "a", line, /^\s*-(?=\s|$)/g);
  all(found, "n", line, /(?<=[:\s-]\s*)-?\b\d+(?:\.\d+)?\b(?=\s*$)|\b(?:true|false|null|yes|no)\b(?=\s*$)/g);
  return found;
}
