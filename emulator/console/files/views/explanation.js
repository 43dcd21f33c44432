/** Why a result is where it is, from `params: {"explain": true}`. */

import { h } from "../dom.js";

/** @param {Record<string, any>} explanation of a result */
export function explained({
  why = "",
  parts = [],
  boosts = [],
  rank,
  default_rank: first,
  score,
  relevance,
}) {
  const moved = first !== rank ? `, ${first} before a ranking expression or crowding` : "";
  return [
    h("p", {}, why),
    h(
      "p",
      { class: "dim" },
      `Rank ${rank}${moved}. Score ${number(score)}, relevance ${number(relevance)}.`,
    ),
    parts.length > 0 && partTable(parts),
    boosts.map(({ condition, amount }) =>
      h("p", {}, `Boosted by ${amount} where `, h("code", {}, condition)),
    ),
  ];
}

const COLUMNS = [
  ["kind", "Kind"],
  ["text", "Text"],
  ["score", "Score"],
  ["frequency", "Times here"],
  ["chunks", "In chunks"],
  ["idf", "Rarity (IDF)"],
  ["weight", "Weight"],
];

/** @param {Record<string, any>[]} parts */
function partTable(parts) {
  const head = h(
    "tr",
    {},
    COLUMNS.map(([, label]) => h("th", { scope: "col" }, label)),
  );
  const rows = parts.map((part) =>
    h(
      "tr",
      {},
      COLUMNS.map(([key]) => h("td", {}, number(part[key]))),
    ),
  );
  return h(
    "div",
    { class: "wide", tabindex: "0", role: "group", "aria-label": "Parts of the score" },
    h("table", { class: "parts" }, h("thead", {}, head), h("tbody", {}, rows)),
  );
}

/** @param {unknown} value */
function number(value) {
  if (typeof value === "number") return String(Math.round(value * 1000) / 1000);
  return value === undefined || value === null ? "" : String(value);
}
