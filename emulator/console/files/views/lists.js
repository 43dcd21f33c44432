/** What is in an engine or a data store: lists of resources, each to be opened. */

import { get } from "../api.js";
import { attempted, h, json, lazyFold, none } from "../dom.js";
import { declared } from "../logic/facets.js";
import { collection, id, target } from "../logic/names.js";
import { format } from "../logic/place.js";
import { dataStoreCards } from "./cards.js";
import { documentBody, documentTitle, dropZone } from "./documents.js";

/**
 * One list. `list` is its path and the field of its response, unless `path` says otherwise;
 * `whole` shows what is no list of resources below their owner.
 *
 * @typedef {{list: string, label: string, path?: string, title?: (item: any) => string,
 *   note?: (item: any) => string, body?: (item: any, place: any) => any,
 *   head?: (place: any, owner: any, changed: () => Promise<void>) => any,
 *   whole?: (place: any, owner: any) => Promise<any>}} Kind
 */

/** @type {Kind[]} */
const BOTH = [
  {
    list: "controls",
    label: "Controls",
    title: (item) => item.displayName || id(item.name),
    note: (item) => (item.useCases ?? []).join(", "),
  },
  {
    list: "sessions",
    label: "Sessions",
    title: sessionTitle,
    note: (item) => `turns: ${(item.turns ?? []).length}, ${item.startTime}`,
    body: session,
  },
  { list: "servingConfigs", label: "Serving configs" },
  { list: "operations", label: "Operations", note: operationNote },
];

/** @type {Kind[]} */
const OF_DATA_STORES = [
  {
    list: "documents",
    label: "Documents",
    path: "branches/0/documents",
    title: documentTitle,
    note: (item) => [item.id, item.content?.mimeType].filter(Boolean).join(", "),
    body: documentBody,
    head: dropZone,
  },
  { list: "schemas", label: "Schema", body: schema },
];

/** @type {Kind[]} */
const OF_ENGINES = [{ list: "dataStores", label: "Data stores", whole: searched }];

/** The data stores that an engine searches. @param {any} place @param {any} engine */
async function searched(place, { dataStoreIds = [] }) {
  const parent = `v1/${collection(place)}/dataStores`;
  const found = await Promise.all(dataStoreIds.map((one) => get(`${parent}/${one}`)));
  return dataStoreCards(found, place);
}

/** @param {any} item */
function schema({ name, ...item }) {
  return json({ name, schema: declared(item) });
}

/** @param {any} place @returns {Kind[]} */
export function lists(place) {
  return [...(place.target.startsWith("dataStores/") ? OF_DATA_STORES : OF_ENGINES), ...BOTH];
}

/** @param {any} item */
function sessionTitle(item) {
  return item.displayName || item.turns?.[0]?.query?.text || id(item.name);
}

/** @param {any} item */
function operationNote({ done, error, metadata = {} }) {
  const { successCount, failureCount } = metadata;
  const counts = [
    successCount && `${successCount} succeeded`,
    failureCount && `${failureCount} failed`,
  ];
  return [error ? error.message : done ? "done" : "running", ...counts].filter(Boolean).join(", ");
}

/** A session's turns. @param {any} item @param {any} place */
function session(item, place) {
  const open = format({
    ...place,
    view: "ask",
    list: undefined,
    item: undefined,
    session: id(item.name),
  });
  const turns = (item.turns ?? []).map(({ query }) => h("li", {}, query?.text ?? ""));
  return [h("ol", {}, turns), h("p", {}, h("a", { href: open }, "Go on with it")), json(item)];
}

/**
 * A list with what can be done with it.
 *
 * @param {Kind} kind @param {any} place @param {any} owner
 */
export async function resources(kind, place, owner) {
  if (kind.whole) return kind.whole(place, owner);
  const rows = h("div", { class: "rows" });
  const fill = async () => rows.replaceChildren(...(await attempted(() => listed(kind, place))));
  await fill();
  return [kind.head?.(place, owner, fill), rows];
}

/** What the address names, and the first page. @param {Kind} kind @param {any} place */
async function listed(kind, place) {
  const first = place.item ? await attempted(() => named(kind, place)) : [];
  return [first, await page(kind, place, "")];
}

/**
 * One page, and the button for the next.
 *
 * @param {Kind} kind @param {any} place @param {string} pageToken
 */
async function page(kind, place, pageToken) {
  const { list, path = list } = kind;
  const query = { pageSize: 50, ...(pageToken && { pageToken }) };
  const { [list]: found = [], nextPageToken } = await get(`v1/${target(place)}/${path}`, query);
  if (!found.length && !pageToken) return none();
  const others = found.filter((item) => id(item.name) !== place.item);
  const next = async (event) => {
    const button = event.currentTarget;
    button.replaceWith(...(await attempted(() => page(kind, place, nextPageToken))));
  };
  return [
    others.map((item) => row(kind, place, item)),
    nextPageToken && h("button", { type: "button", onclick: next }, "More"),
  ];
}

/** What the address names, open. */
async function named(kind, place) {
  const { list, path = list } = kind;
  const opened = row(kind, place, await get(`v1/${target(place)}/${path}/${place.item}`));
  opened.open = true;
  return opened;
}

/** @param {Kind} kind @param {any} place @param {any} item */
function row(kind, place, item) {
  const { title = () => id(item.name), note = () => "", body = json } = kind;
  const said = [h("span", { class: "name" }, title(item)), h("span", { class: "dim" }, note(item))];
  return lazyFold(said, () => body(item, place));
}
