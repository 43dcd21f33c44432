/** Files as documents of the API. */

const OFFICE = "application/vnd.openxmlformats-officedocument";

/** Markdown goes as text, whose parser knows its marks: the service refuses it by its own name. */
const TYPES = {
  csv: "text/csv",
  docx: `${OFFICE}.wordprocessingml.document`,
  htm: "text/html",
  html: "text/html",
  json: "application/json",
  md: "text/plain",
  pdf: "application/pdf",
  pptx: `${OFFICE}.presentationml.presentation`,
  txt: "text/plain",
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  xml: "application/xml",
};
const LONGEST_ID = 128;

export const ACCEPTED = [...Object.keys(TYPES), "jsonl", "ndjson"]
  .map((ending) => `.${ending}`)
  .join(",");

/** Whether a data store takes documents with content, and not records. @param {any} dataStore */
export function takesContent({ contentConfig }) {
  return contentConfig === "CONTENT_REQUIRED" || contentConfig === "PUBLIC_WEBSITE";
}

/**
 * The documents of a file; an Error says why there are none.
 *
 * @param {string} name @param {Uint8Array} bytes
 * @param {boolean} content whether the data store takes documents with content
 * @returns {object[]}
 */
export function documents(name, bytes, content) {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  if (ending === "jsonl" || ending === "ndjson") return lines(bytes).map(record);
  if (!content) return records(ending, bytes);
  if (!Object.hasOwn(TYPES, ending))
    throw new Error("its name does not end as files of a known type do");
  const made = { mimeType: TYPES[ending], rawBytes: base64(bytes) };
  return [{ id: idOf(name), structData: { uri: name }, content: made }];
}

/** @param {string} ending @param {Uint8Array} bytes */
function records(ending, bytes) {
  if (ending !== "json") throw new Error("the data store takes records: JSON or JSON lines");
  const value = JSON.parse(decoded(bytes));
  return (Array.isArray(value) ? value : [value]).map(record);
}

/** @param {Uint8Array} bytes @returns {unknown[]} */
function lines(bytes) {
  return decoded(bytes)
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line));
}

/** A document as it is; any other object is the data of one. @param {any} value */
function record(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Error("a record is to be a JSON object");
  }
  const { content } = value; // Many records have a text of that name.
  if ("structData" in value || "jsonData" in value || typeof content === "object") return value;
  const id = value._id ?? value.id;
  if (id === undefined) throw new Error("a record needs an id, in its field id or _id");
  return { id: String(id), structData: value };
}

/**
 * The id of a file's document: `set-up.md` is `set-up-md`. Names that would share their id with
 * another's, or are too long for one, get a hash.
 *
 * @param {string} name @returns {string}
 */
export function idOf(name) {
  const [, stem, ending] = /^([A-Za-z0-9][\w-]*)\.(\w+)$/.exec(name) ?? [];
  if (stem && name.length <= LONGEST_ID) return `${stem}-${ending}`;
  const plain = name.replace(/[^A-Za-z0-9_]+/g, "-").replace(/^[-_]+|-+$/g, "");
  return `${plain.slice(0, LONGEST_ID - 9) || "file"}-${hash(name)}`;
}

/** FNV-1a, as eight digits. @param {string} text @returns {string} */
function hash(text) {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  return (value >>> 0).toString(16).padStart(8, "0");
}

/** @param {Uint8Array} bytes @returns {string} */
function decoded(bytes) {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/** @param {Uint8Array} bytes @returns {string} */
function base64(bytes) {
  const pieces = [];
  for (let at = 0; at < bytes.length; at += 0x6000) {
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 0x6000))));
  }
  return pieces.join("");
}
