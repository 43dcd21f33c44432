/** How an answer was made: what was searched for, and what that found. */

import { fold, h, outward } from "../dom.js";
import { bold } from "./snippet.js";

/** What was searched for. @param {Record<string, any>} answer @returns {string[]} */
export function searches({ steps: all = [] }) {
  return actions(all).map(({ searchAction }) => searchAction.query);
}

/** @param {any[]} all */
function actions(all) {
  return all.flatMap((step) => step.actions ?? []).filter((one) => one.searchAction);
}

/**
 * The steps, open where there is no answer but something was found.
 *
 * @param {Record<string, any>} answer
 */
export function steps({ steps: all = [], answerSkippedReasons }) {
  if (!all.length) return null;
  const made = actions(all);
  const title = `Steps: ${made.length} ${made.length === 1 ? "search" : "searches"}`;
  const told = all.map(({ description = "", state }) =>
    h("p", { class: "dim" }, `${description} ${state}`),
  );
  const shown = fold(title, told, made.map(search));
  const found = made.some(({ observation }) => observation?.searchResults?.length);
  shown.open = Boolean(answerSkippedReasons) && found;
  return shown;
}

/** @param {any} action */
function search({ searchAction, observation }) {
  const results = (observation?.searchResults ?? []).map(result);
  return [h("p", {}, "Searched for ", h("q", {}, searchAction.query)), h("ol", {}, results)];
}

/** @param {any} found */
function result({ title, uri = "", document, chunkInfo = [], snippetInfo = [] }) {
  const [chunk] = chunkInfo;
  return h(
    "li",
    {},
    outward(uri, title || document || "untitled"),
    snippetInfo.map(({ snippet = "" }) => h("p", { class: "snippet" }, bold(snippet))),
    chunk && h("p", { class: "snippet" }, chunk.content),
  );
}
