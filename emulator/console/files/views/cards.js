/** Engines and data stores, each on a card that leads to what is in it. */

import { post } from "../api.js";
import { badge, h, none } from "../dom.js";
import { id, kindAndId } from "../logic/names.js";
import { format } from "../logic/place.js";
import { takesContent } from "../logic/uploads.js";

export const OF_CONTENT = "documents with content";
export const OF_RECORDS = "records";

/** @param {any[]} engines @param {any} place */
export function engineCards(engines, place) {
  const over = ({ dataStoreIds = [] }) => `over ${dataStoreIds.join(", ")}`;
  return cards(engines.map((engine) => card(engine, place, over(engine))));
}

/** @param {any[]} dataStores @param {any} place */
export function dataStoreCards(dataStores, place) {
  const kind = (store) => (takesContent(store) ? OF_CONTENT : OF_RECORDS);
  return cards(dataStores.map((store) => card(store, place, kind(store), counted(store))));
}

/** @param {any[]} shown */
function cards(shown) {
  return shown.length ? h("ul", { class: "cards" }, shown) : none();
}

/** @param {any} resource @param {any} place @param {...any} note */
function card({ name, displayName }, place, ...note) {
  const href = format({ ...place, target: kindAndId(name), list: undefined, item: undefined });
  return h(
    "li",
    {},
    h("h2", {}, h("a", { href }, displayName || id(name))),
    h("p", { class: "dim" }, badge(id(name)), h("span", {}, note)),
  );
}

/** The number of documents, which is asked for when it comes in sight. @param {any} store */
function counted({ name }) {
  const shown = h("span");
  const sight = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    sight.disconnect();
    post(`v1/${name}/servingConfigs/default_search:search`, { pageSize: 1 }).then(
      ({ totalSize = 0 }) => (shown.textContent = `: ${totalSize}`),
      () => {},
    );
  });
  sight.observe(shown);
  return shown;
}
