/**
 * Which part of an answer is cited from where. Offsets of the API count bytes of UTF-8.
 *
 * @typedef {{startIndex?: string, endIndex?: string, sources?: {referenceId?: string}[]}} Citation
 * @typedef {{text: string, references: number[]}} Segment `references` are places in that list
 */

/**
 * The text in its order, cut where citations begin and end. Those that overlap follow each other.
 *
 * @param {string} text @param {Citation[]} [citations] @returns {Segment[]}
 */
export function segments(text, citations = []) {
  const bytes = new TextEncoder().encode(text);
  const part = (from, to) => new TextDecoder().decode(bytes.slice(from, to));
  const found = [];
  let position = 0;
  for (const { start, end, references } of ranges(citations)) {
    if (start > position) found.push({ text: part(position, start), references: [] });
    const from = Math.max(start, position);
    found.push({ text: part(from, end), references });
    position = Math.max(position, end);
  }
  if (position < bytes.length) found.push({ text: part(position), references: [] });
  return found;
}

/** @param {Citation[]} citations */
function ranges(citations) {
  const all = citations.map(({ startIndex = "0", endIndex = "0", sources = [] }) => ({
    start: Number(startIndex),
    end: Number(endIndex),
    references: sources.map(({ referenceId = "0" }) => Number(referenceId)),
  }));
  return all.sort((one, other) => one.start - other.start);
}

/**
 * The numbers by which references are called: those that are cited first, in the order of citation.
 *
 * @param {Segment[]} cut @param {number} count of all references
 * @returns {{order: number[], cited: number}} places in the order of their numbers, from 1
 */
export function numbering(cut, count) {
  const cited = [...new Set(cut.flatMap((one) => one.references))].filter((place) => place < count);
  const others = [...Array(count).keys()].filter((place) => !cited.includes(place));
  return { order: [...cited, ...others], cited: cited.length };
}

/**
 * A text in which the first occurrence of each of several others is marked; spaces may differ.
 *
 * @param {string} text @param {string[]} quoted
 * @returns {{text: string, marked: boolean}[]}
 */
export function marked(text, quoted) {
  const found = quoted
    .flatMap((one) => occurrence(text, one))
    .sort(([one], [other]) => one - other);
  const parts = [];
  let position = 0;
  for (const [start, end] of found) {
    if (start < position) continue;
    parts.push({ text: text.slice(position, start), marked: false });
    parts.push({ text: text.slice(start, end), marked: true });
    position = end;
  }
  parts.push({ text: text.slice(position), marked: false });
  return parts.filter((part) => part.text);
}

/** @param {string} text @param {string} quoted @returns {[number, number][]} one or none */
function occurrence(text, quoted) {
  const words = quoted.trim().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("\\s+");
  const found = new RegExp(pattern).exec(text);
  return found ? [[found.index, found.index + found[0].length]] : [];
}
