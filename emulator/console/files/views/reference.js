/** What an answer was made of: a chunk of a document, or a record. */

import { badge, h, outward } from "../dom.js";
import { marked } from "../logic/citations.js";
import { documentPlace } from "../logic/names.js";
import { format, parse } from "../logic/place.js";

/**
 * A card that opens; `dataset.title` is what it is called.
 *
 * @param {Record<string, any>} given a reference of the API @param {number} number
 * @param {string[]} quoted the parts of the answer that cite it
 */
export function reference(given, number, quoted) {
  const { title, uri, document, text, fields, score } = told(given);
  const body = [
    text && h("p", { class: "chunk" }, withMarks(text, quoted)),
    fields && fieldTable(fields, quoted),
    h("p", { class: "dim source" }, uri && outward(uri), documentLink(document)),
  ];
  const relevance = score !== undefined && badge(`relevance ${score.toFixed(2)}`);
  const summary = h(
    "summary",
    {},
    h("span", { class: "number" }, String(number)),
    h("span", { class: "name" }, title),
    relevance,
  );
  return h(
    "details",
    { class: "reference", "data-title": title },
    summary,
    h("div", { class: "inside" }, body),
  );
}

/** The parts of the three kinds of references. @param {Record<string, any>} given */
function told({ chunkInfo, unstructuredDocumentInfo: whole, structuredDocumentInfo: record }) {
  if (record) {
    return {
      title: record.title || record.uri || record.document,
      uri: record.uri,
      document: record.document,
      fields: record.structData ?? {},
    };
  }
  const { title, uri, document } = chunkInfo?.documentMetadata ?? whole ?? {};
  const text =
    chunkInfo?.content ?? (whole?.chunkContents ?? []).map(({ content }) => content).join("\n\n");
  return {
    title: title || uri || document || "untitled",
    uri,
    document: document ?? chunkInfo?.chunk,
    text,
    score: chunkInfo?.relevanceScore,
  };
}

/** @param {string} text @param {string[]} quoted */
function withMarks(text, quoted) {
  return marked(text, quoted).map((part) => (part.marked ? h("mark", {}, part.text) : part.text));
}

/** @param {Record<string, unknown>} fields @param {string[]} [quoted] */
export function fieldTable(fields, quoted = []) {
  const rows = Object.entries(fields).map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, withMarks(text, quoted)));
  });
  return h("table", { class: "fields" }, h("tbody", {}, rows));
}

/** @param {string} [name] of a document */
export function documentLink(name = "") {
  const found = documentPlace(name);
  if (!found) return null;
  const { project } = parse(location.hash);
  return h(
    "a",
    { href: format({ view: "browse", project, ...found, list: "documents" }) },
    "Open the document",
  );
}

const FAR = 12; // Pixels to the edge of the window,
const NEAR = 6; // and to what is pointed at.

/** Shows and hides what a card holds, beside what is pointed at. @param {HTMLElement} card */
export function preview(card) {
  const box = h("div", { class: "preview", "aria-hidden": "true" });
  const show = (event) => {
    const marker = event.currentTarget.getBoundingClientRect();
    box.replaceChildren(
      h("strong", {}, card.dataset.title),
      card.querySelector(".inside").firstChild.cloneNode(true),
    );
    document.getElementById("main").append(box);
    const quoted = box.querySelector("mark");
    box.scrollTop = quoted ? quoted.offsetTop - box.offsetHeight / 3 : 0;
    const left = Math.min(
      marker.left,
      document.documentElement.clientWidth - box.offsetWidth - FAR,
    );
    const below = marker.bottom + box.offsetHeight + FAR < innerHeight;
    box.style.left = `${Math.max(FAR, left)}px`;
    const above = Math.max(FAR, marker.top - box.offsetHeight - NEAR);
    box.style.top = `${below ? marker.bottom + NEAR : above}px`;
  };
  return { show, hide: () => box.remove() };
}
