/** Files into a data store, through `documents:import` with the documents inline. */

import { get, post } from "../api.js";
import { h } from "../dom.js";
import { target } from "../logic/names.js";
import { format } from "../logic/place.js";
import { documents, takesContent } from "../logic/uploads.js";

const PAUSE = 300; // Milliseconds between looks at an operation.
const TOGETHER = 100; // Documents of one request; the service takes no more.

/**
 * Import one file after the other; each has a line that says how it goes.
 *
 * @param {File[]} files @param {any} place @param {any} owner the data store
 * @param {HTMLElement} list
 */
export async function uploads(files, place, owner, list) {
  const content = takesContent(owner);
  const lines = files.map((file) => h("li", {}, `${file.name}: waiting`));
  list.append(...lines);
  for (const [at, file] of files.entries()) {
    lines[at].textContent = `${file.name}: importing…`;
    lines[at].replaceChildren(...(await imported(file, place, content)));
  }
}

/** @param {File} file @param {any} place @param {boolean} content @returns {Promise<any[]>} */
async function imported(file, place, content) {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const made = documents(file.name, bytes, content);
    for (let at = 0; at < made.length; at += TOGETHER)
      await importDocuments(made.slice(at, at + TOGETHER), place);
    const count = made.length === 1 ? "a document" : `${made.length} documents`;
    const { project, location, target: store } = place;
    return [
      `${file.name}: ${count}. `,
      h("a", { href: format({ view: "ask", project, location, target: store }) }, "Ask about it"),
    ];
  } catch (error) {
    return [`${file.name}: `, h("strong", { class: "bad" }, error.message)];
  }
}

/** @param {object[]} made @param {any} place */
async function importDocuments(made, place) {
  const body = { inlineSource: { documents: made }, reconciliationMode: "INCREMENTAL" };
  const path = `v1/${target(place)}/branches/0/documents:import`;
  let operation = await post(path, body, { "x-emulator-any-size": "true" });
  while (!operation.done) {
    await new Promise((resume) => setTimeout(resume, PAUSE));
    operation = await get(`v1/${operation.name}`);
  }
  const problem = operation.error ?? operation.response?.errorSamples?.[0];
  if (problem) throw new Error(made.length === 1 ? reason(problem.message) : problem.message);
}

/** What is wrong with a file's document, whose name stands before it. @param {string} message */
function reason(message) {
  return message.replace(/^Document '[^']*': (Invalid value at 'document\.content\.\w+': )?/, "");
}
