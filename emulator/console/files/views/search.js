/** A search, which stands whole in the address: query, filter, order, boosts, facets and page. */

import { all, post } from "../api.js";
import { attempted, h } from "../dom.js";
import { facetFields, facetSpecs, telling, toggled, wholeFilter } from "../logic/facets.js";
import { collection, target } from "../logic/names.js";
import { format } from "../logic/place.js";
import { conditionBoosts, withMore } from "../logic/request.js";
import { exchange } from "./call.js";
import { facetList } from "./facet_list.js";
import { placeBar, targets } from "./place_bar.js";
import { corrected, pages, resultList } from "./results.js";
import { searchForm } from "./search_form.js";

const PAGE_SIZE = 10;
const USUAL_FACETS = 4;
const MOST_FACETS = 100; // Of one request.

/** @param {import("../logic/place.js").Place} given */
export async function search(given) {
  const found = await targets(given);
  const { place } = found;
  place.facets ??= (await usualFacets(found).catch(() => [])).join(", ");
  const results =
    place.query === undefined || !place.target ? [] : await attempted(() => searched(place));
  return h(
    "div",
    { class: "search" },
    h("h1", { class: "unseen" }, "Search"),
    placeBar(found),
    place.target && [searchForm(place), results],
  );
}

/** Fields that are worth counting, of all data stores: those that are marked, if any are. */
async function usualFacets({ place, engines }) {
  const [kind, id] = place.target.split("/");
  const engine = engines.find(({ name }) => name.endsWith(`/${place.target}`));
  const ids = kind === "dataStores" ? [id] : (engine?.dataStoreIds ?? []);
  const paths = ids.map((one) => `v1/${collection(place)}/dataStores/${one}/schemas`);
  const schemas = await Promise.all(paths.map((path) => all(path, "schemas")));
  const { texts, marked } = facetFields(schemas.flat());
  return (marked.length ? marked : await counted(texts, place)).slice(0, USUAL_FACETS);
}

/** The fields that part all that there is. @param {string[]} fields @param {any} place */
async function counted(fields, place) {
  const specs = facetSpecs(fields.slice(0, MOST_FACETS).join(","));
  for (const { facetKey } of specs) facetKey.orderBy = "count desc";
  const path = `v1/${target(place)}/servingConfigs/default_search:search`;
  const { facets = [], totalSize = 0 } = await post(path, { pageSize: 1, facetSpecs: specs });
  return telling(facets, totalSize);
}

/** @param {any} place */
function searched(place) {
  const path = `v1/${target(place)}/servingConfigs/default_search:search`;
  return exchange({ verb: "POST", path, body: request(place) }, (response, told) => [
    corrected(response, place),
    h(
      "div",
      { class: "found" },
      facetList(response.facets ?? [], chosen(place), (key, value) => chosenToo(place, key, value)),
      h(
        "div",
        {},
        resultList(response, offset(place)),
        pages(response.totalSize ?? 0, offset(place), PAGE_SIZE, place),
      ),
    ),
    h("div", { class: "more" }, told),
  ]);
}

/** @param {any} place @returns {import("../logic/facets.js").Chosen} */
function chosen(place) {
  return JSON.parse(place.chosen || "{}");
}

/** The address at which a value is chosen as well, or no longer. */
function chosenToo(place, key, value) {
  return format({
    ...place,
    page: undefined,
    chosen: JSON.stringify(toggled(chosen(place), key, value)),
  });
}

/** @param {any} place */
function offset(place) {
  return (Number(place.page || 1) - 1) * PAGE_SIZE;
}

/** @param {any} place */
function request(place) {
  const filter = wholeFilter(place.filter ?? "", chosen(place));
  const boosts = conditionBoosts(place.boosts ?? "");
  const facets = facetSpecs(place.facets ?? "");
  const chunks = place.mode === "CHUNKS";
  const body = {
    query: place.query,
    pageSize: PAGE_SIZE,
    ...(offset(place) && { offset: offset(place) }),
    ...(filter && { filter }),
    ...(place.orderBy && { orderBy: place.orderBy }),
    ...(boosts.length && { boostSpec: { conditionBoostSpecs: boosts } }),
    ...(facets.length && { facetSpecs: facets }),
    contentSearchSpec: chunks
      ? { searchResultMode: "CHUNKS" }
      : { snippetSpec: { returnSnippet: true } },
    spellCorrectionSpec: { mode: place.literal ? "SUGGESTION_ONLY" : "AUTO" },
    params: { explain: true },
  };
  return withMore(body, place.more ?? "");
}
