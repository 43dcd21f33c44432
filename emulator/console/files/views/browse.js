/** What there is: engines and data stores, and what is in each. */

import { all, get, post } from "../api.js";
import { attempted, badge, failure, h, labelled } from "../dom.js";
import { collection, id, kindAndId, target } from "../logic/names.js";
import { format } from "../logic/place.js";
import { lists, resources } from "./lists.js";
import { go, ownerFields, targets } from "./place_bar.js";

/** @param {import("../logic/place.js").Place} given */
export async function browse(given) {
  if (given.target) return one(given);
  const found = await targets(given);
  const { engines, dataStores, error } = found;
  const place = given;
  return h(
    "div",
    { class: "browse" },
    h("div", { class: "place" }, ownerFields(place), error && failure(error)),
    h("h1", {}, "Data stores"),
    h(
      "ul",
      { class: "cards" },
      dataStores.map((store) => card(store, place, kindOfContent(store), counted(store))),
    ),
    newDataStore(place),
    h("h1", {}, "Engines"),
    h(
      "ul",
      { class: "cards" },
      engines.map((engine) =>
        card(engine, place, `over ${(engine.dataStoreIds ?? []).join(", ")}`),
      ),
    ),
  );
}

/** @param {any} store */
function kindOfContent({ contentConfig }) {
  return contentConfig === "CONTENT_REQUIRED" ? "documents with content" : "records";
}

/** @param {any} resource @param {any} place @param {string} note @param {any} [count] */
function card({ name, displayName }, place, note, count) {
  const link = h(
    "a",
    { href: format({ ...place, target: kindAndId(name) }) },
    displayName || id(name),
  );
  return h(
    "li",
    {},
    h("h2", {}, link),
    h("p", { class: "dim" }, badge(id(name)), h("span", {}, count, note)),
  );
}

/** The number of documents, when it is known. @param {any} store */
function counted({ name }) {
  const shown = h("span", {}, "… ");
  post(`v1/${name}/servingConfigs/default_search:search`, { pageSize: 1 }).then(
    ({ totalSize = 0 }) => (shown.textContent = `${totalSize} `),
    () => (shown.textContent = ""),
  );
  return shown;
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
    ["CONTENT_REQUIRED", "documents with content"],
    ["NO_CONTENT", "records"],
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
