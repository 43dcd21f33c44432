/** A snippet, in which only `<b>` is markup. */

import { h } from "../dom.js";
import { runs } from "../logic/snippets.js";

/** @param {string} html */
export function bold(html) {
  return runs(html).map((run) => (run.bold ? h("b", {}, run.text) : run.text));
}
