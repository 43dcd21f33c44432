/** Documents of a data store: what was read of them, and files that are dropped onto it. */

import { post, send } from "../api.js";
import { failure, h, json, lazyFold } from "../dom.js";
import { id, target } from "../logic/names.js";
import { ACCEPTED, takesContent } from "../logic/uploads.js";
import { uploads } from "./importing.js";
import { fieldTable } from "./reference.js";

/** @param {any} item */
export function documentTitle(item) {
  const data = item.structData ?? parsed(item.jsonData);
  return data.title || data.name || data.uri || item.id;
}

/** @param {string} [text] @returns {any} */
function parsed(text = "{}") {
  return JSON.parse(text);
}

/** What is in a document. @param {any} item @param {any} place */
export async function documentBody(item, place) {
  const data = item.structData ?? parsed(item.jsonData);
  return [
    fieldTable(data),
    item.content && lazyFold("Text, in chunks", () => chunks(item, place)),
    lazyFold("JSON", () => json(withoutBytes(item))),
    remover(item),
  ];
}

/** The bytes of the content are told by their number. @param {any} item */
function withoutBytes(item) {
  const { rawBytes } = item.content ?? {};
  if (!rawBytes) return item;
  return { ...item, content: { ...item.content, rawBytes: `(${atob(rawBytes).length} bytes)` } };
}

/** @param {any} item @param {any} place */
async function chunks(item, place) {
  const { results = [] } = await post(`v1/${target(place)}/servingConfigs/default_search:search`, {
    filter: `id: ANY(${JSON.stringify(item.id)})`,
    pageSize: 100,
    contentSearchSpec: { searchResultMode: "CHUNKS" },
  });
  if (!results.length) return h("p", { class: "dim" }, "It has no text.");
  return results.map(({ chunk }) => h("p", { class: "chunk" }, chunk.content));
}

/** @param {any} item */
function remover(item) {
  const remove = () => {
    if (!confirm(`Delete the document ${id(item.name)}?`)) return;
    send({ verb: "DELETE", path: `v1/${item.name}` }).then(
      () => button.closest(".rows > details").remove(),
      (error) => button.after(failure(error)),
    );
  };
  const button = h("button", { type: "button", onclick: remove }, "Delete");
  return h("p", {}, button);
}

const OF_CONTENT = `PDF, HTML, Word, PowerPoint, Excel, text, Markdown, XML, CSV and JSON become a
  document each, of JSON lines each line.`;
const OF_RECORDS =
  "Objects of JSON, and lines of JSON lines, become a record each; the command takes CSV, too.";

/**
 * Where files are dropped, or chosen.
 *
 * @param {any} place @param {any} owner the data store
 * @param {() => Promise<void>} changed lists the documents anew
 */
export function dropZone(place, owner, changed) {
  const done = h("ul", { class: "uploads", "aria-live": "polite" });
  const take = async (files) => {
    await uploads([...files], place, owner, done);
    await changed();
  };
  const input = h("input", {
    type: "file",
    multiple: true,
    accept: ACCEPTED,
    onchange: ({ target: field }) => {
      take(field.files);
      field.value = ""; // So that the same file can be chosen again.
    },
  });
  const zone = h(
    "div",
    { class: "drop" },
    h("label", {}, h("strong", {}, "Drop files here, or choose them"), input),
    h("p", { class: "dim" }, takesContent(owner) ? OF_CONTENT : OF_RECORDS),
    done,
  );
  const over = (on) => (event) => {
    event.preventDefault();
    zone.classList.toggle("over", on);
    if (event.type === "drop") take(event.dataTransfer.files);
  };
  zone.addEventListener("dragover", over(true));
  zone.addEventListener("dragleave", over(false));
  zone.addEventListener("drop", over(false));
  return zone;
}
