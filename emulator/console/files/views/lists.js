/** What is in an engine or a data store: lists of resources, each to be opened. */

import { get } from "../api.js";
import { attempted, h, json, lazyFold } from "../dom.js";
import { id, target } from "../logic/names.js";
import { format } from "../logic/place.js";
import { documentBody, documentTitle, dropZone } from "./documents.js";

/**
 * One list. `list` is its path and the field of its response, unless `path` says otherwise.
 *
 * @typedef {{list: string, label: string, path?: string, title?: (item: any) => string,
 *   note?: (item: any) => string, body?: (item: any, place: any) => any,
 *   head?: (place: any, owner: any) => any}} Kind
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
    note: (item) => `${(item.turns ?? []).length} turns, ${item.startTime}`,
    body: session,
  },
  { list: "servingConfigs", label: "Serving configs", title: (item) => id(item.name) },
  { list: "operations", label: "Operations", title: (item) => id(item.name), note: operationNote },
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
  { list: "schemas", label: "Schema", title: (item) => id(item.name) },
];

/** @param {any} place @returns {Kind[]} */
export function lists(place) {
  return place.target.startsWith("dataStores/") ? [...OF_DATA_STORES, ...BOTH] : BOTH;
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
  const rows = h("div", { class: "rows" });
  const more = h("div", {}, await page(kind, place, rows, ""));
  if (place.item) rows.prepend(...(await attempted(() => named(kind, place))));
  const empty = !rows.hasChildNodes() && h("p", { class: "dim" }, "None.");
  return [kind.head?.(place, owner), rows, empty, more];
}

/** One more page, and the button for the next. */
async function page(kind, place, rows, pageToken) {
  const { list, path = list } = kind;
  const query = { pageSize: 50, ...(pageToken && { pageToken }) };
  const found = await get(`v1/${target(place)}/${path}`, query);
  const shown = (found[list] ?? []).filter((item) => id(item.name) !== place.item);
  rows.append(...shown.map((item) => row(kind, place, item)));
  if (!found.nextPageToken) return null;
  const next = async (event) =>
    event.target.replaceWith(
      ...(await attempted(() => page(kind, place, rows, found.nextPageToken))),
    );
  return h("button", { type: "button", onclick: next }, "More");
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
