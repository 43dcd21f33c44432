/** What a search found. */

import { badge, fold, h, json, outward } from "../dom.js";
import { id } from "../logic/names.js";
import { format } from "../logic/place.js";
import { explained } from "./explanation.js";
import { documentLink, fieldTable } from "./reference.js";
import { bold } from "./snippet.js";

/** What was searched for in the place of the query. @param {any} response @param {any} place */
export function corrected({ correctedQuery }, place) {
  if (!correctedQuery) return null;
  if (place.literal) {
    const taken = format({ ...place, literal: undefined, page: undefined, query: correctedQuery });
    return h(
      "p",
      { class: "notice" },
      "Did you mean ",
      h("a", { href: taken }, correctedQuery),
      "?",
    );
  }
  const typed = format({ ...place, literal: "yes", page: undefined });
  return h(
    "p",
    { class: "notice" },
    "Searched for ",
    h("strong", {}, correctedQuery),
    ". Search for ",
    h("a", { href: typed }, place.query),
    " as typed.",
  );
}

/** @param {any} response @param {number} offset of the first result */
export function resultList({ results = [], totalSize = 0 }, offset) {
  const count = h(
    "p",
    { class: "dim", role: "status" },
    totalSize === 1 ? "1 result" : `${totalSize} results`,
  );
  return [count, h("ol", { class: "results", start: String(offset + 1) }, results.map(result))];
}

/** @param {any} found */
function result({ document, chunk, rankSignals }) {
  const derived = (document ?? chunk).derivedStructData ?? {};
  const data = document?.structData ?? chunk?.documentMetadata?.structData ?? {};
  const { name } = document ?? chunk;
  const title = derived.title || chunk?.documentMetadata?.title || data.title || id(name);
  const uri = derived.link || chunk?.documentMetadata?.uri || "";
  const store = /dataStores\/([^/]+)/.exec(name)?.[1];
  return h(
    "li",
    {},
    h("h2", {}, outward(uri, title)),
    (derived.snippets ?? [])
      .filter((one) => one.snippet)
      .map((one) => h("p", { class: "snippet" }, bold(one.snippet))),
    chunk?.content && h("p", { class: "chunk" }, chunk.content),
    h("p", { class: "dim source" }, badge(store), id(name), documentLink(name)),
    h(
      "div",
      { class: "more" },
      derived.explanation && fold("Why is it here?", explained(derived.explanation)),
      fold("Fields", fieldTable(data)),
      rankSignals && fold("Signals", json(rankSignals)),
    ),
  );
}

/**
 * Links to the pages around this one.
 *
 * @param {number} total @param {number} offset @param {number} size @param {any} place
 */
export function pages(total, offset, size, place) {
  const last = Math.ceil(total / size);
  const current = offset / size + 1;
  if (last < 2) return null;
  const link = (page, text) => h("a", { href: format({ ...place, page: String(page) }) }, text);
  return h(
    "nav",
    { class: "pages", "aria-label": "Pages" },
    current > 1 && link(current - 1, "Previous"),
    h("span", {}, `Page ${current} of ${last}`),
    current < last && link(current + 1, "Next"),
  );
}
