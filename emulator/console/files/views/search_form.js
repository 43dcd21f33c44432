/** What to search for, and how. */

import { fold, h, labelled } from "../dom.js";
import { format } from "../logic/place.js";

/** Fields that say something if nothing is in them: browse, and count nothing. */
const EMPTY_TOO = ["query", "facets"];

/** @param {any} place whose parts are what the fields hold */
export function searchForm(place) {
  const submit = (event) => {
    event.preventDefault();
    const next = address(place, new FormData(event.target));
    if (next === window.location.hash) dispatchEvent(new HashChangeEvent("hashchange"));
    else window.location.hash = next;
  };
  const query = h("input", {
    name: "query",
    type: "search",
    value: place.query ?? "",
    placeholder: "Search; nothing browses",
    "aria-label": "Query",
    autocomplete: "off",
    "data-focus": place.query === undefined,
  });
  const button = h("button", { class: "primary" }, "Search");
  return h(
    "form",
    { onsubmit: submit, class: "query" },
    h("div", { class: "line" }, query, button),
    further(place),
  );
}

/** Where a search is shown. @param {any} place @param {FormData} form */
function address({ view, project, location, target }, form) {
  const said = [...form].filter(([name, value]) => value || EMPTY_TOO.includes(name));
  return format({ view, project, location, target, ...Object.fromEntries(said) });
}

/** The fields that are rarely needed. @param {any} place */
function further(place) {
  const field = (tag, name, placeholder) => {
    const input = h(tag, { name, placeholder, spellcheck: "false", rows: "2" });
    input.value = place[name] ?? "";
    return input;
  };
  const modes = ["DOCUMENTS", "CHUNKS"].map((value) =>
    h("option", { value, selected: value === place.mode }, value.toLowerCase()),
  );
  const boosts = field("textarea", "boosts", '0.5 category: ANY("policy")');
  const more = field("textarea", "more", '{"queryExpansionSpec": {"condition": "AUTO"}}');
  const fields = [
    labelled("Filter", field("input", "filter", 'category: ANY("policy")')),
    labelled("Order by", field("input", "orderBy", "updated desc")),
    labelled("Facets", field("input", "facets", "category"), "Fields, with commas between them"),
    labelled("Results are", h("select", { name: "mode" }, modes)),
    labelled("Boosts", boosts, "An amount from -1 to 1 and a condition on each line"),
    labelled("Further fields of the request, as JSON", more),
  ];
  const shown = fold("Filter, order, boosts and facets", h("div", { class: "grid" }, fields));
  shown.open = ["filter", "orderBy", "boosts", "more"].some((name) => place[name]);
  return shown;
}
