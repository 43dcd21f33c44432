/** What there is: engines and data stores, and what is in each. */

import { get, post } from "../api.js";
import { attempted, badge, failure, h, labelled } from "../dom.js";
import { collection, id, target } from "../logic/names.js";
import { format } from "../logic/place.js";
import { OF_CONTENT, OF_RECORDS, dataStoreCards, engineCards } from "./cards.js";
import { lists, resources } from "./lists.js";
import { go, ownerFields, targets } from "./place_bar.js";

/** @param {import("../logic/place.js").Place} place */
export async function browse(place) {
  if (place.target) return one(place);
  const { engines, dataStores, error } = await targets(place);
  return h(
    "div",
    { class: "browse" },
    h("div", { class: "place" }, ownerFields(place), error && failure(error)),
    h("h1", {}, "Data stores"),
    dataStoreCards(dataStores, place),
    newDataStore(place),
    h("h1", {}, "Engines"),
    engineCards(engines, place),
  );
}

/** One engine or data store. @param {any} place */
async function one(place) {
  const back = h(
    "p",
    {},
    h(
      "a",
      { href: format({ ...place, target: undefined, list: undefined, item: undefined }) },
      "All data stores and engines",
    ),
  );
  return h("div", { class: "browse" }, back, await attempted(() => opened(place)));
}

/** @param {any} place */
async function opened(place) {
  const owner = await get(`v1/${target(place)}`);
  const kinds = lists(place);
  const chosen = kinds.find(({ list }) => list === place.list) ?? kinds[0];
  const tabs = kinds.map(({ list, label }) => {
    const current = list === chosen.list ? { "aria-current": "page" } : {};
    return h("a", { href: format({ ...place, list, item: undefined }), ...current }, label);
  });
  const ways = ["ask", "search"].map((view) =>
    h(
      "a",
      { href: format({ ...place, view, list: undefined, item: undefined }) },
      view === "ask" ? "Ask" : "Search",
    ),
  );
  return [
    h("h1", {}, owner.displayName || id(owner.name)),
    h("p", { class: "dim source" }, badge(place.target), ways),
    h("nav", { class: "tabs", "aria-label": "Parts" }, tabs),
    await attempted(() => resources(chosen, place, owner)),
  ];
}

/** @param {any} place */
function newDataStore(place) {
  const problem = h("div");
  const submit = (event) => {
    event.preventDefault();
    const { dataStoreId, contentConfig } = Object.fromEntries(new FormData(event.target));
    const body = {
      displayName: dataStoreId,
      industryVertical: "GENERIC",
      solutionTypes: ["SOLUTION_TYPE_SEARCH"],
      contentConfig,
    };
    const query = new URLSearchParams({ dataStoreId: String(dataStoreId) });
    const path = `v1/${collection(place)}/dataStores?${query}`;
    post(path, body).then(
      () => go(place, { target: `dataStores/${dataStoreId}`, list: "documents" }),
      (error) => problem.replaceChildren(failure(error)),
    );
  };
  const kinds = [
    ["CONTENT_REQUIRED", OF_CONTENT],
    ["NO_CONTENT", OF_RECORDS],
  ];
  return h(
    "form",
    { class: "new", onsubmit: submit, "aria-label": "New data store" },
    labelled(
      "New data store",
      h("input", {
        name: "dataStoreId",
        placeholder: "handbook",
        required: true,
        spellcheck: "false",
      }),
    ),
    labelled(
      "of",
      h(
        "select",
        { name: "contentConfig" },
        kinds.map(([value, text]) => h("option", { value }, text)),
      ),
    ),
    h("button", {}, "Create"),
    problem,
  );
}
