/**
 * Facets: which fields are worth counting, and filters of the values that are chosen.
 *
 * @typedef {Record<string, string[]>} Chosen the values that are chosen, by field
 */

const MOST_VALUES = 10;
const LONGEST_VALUE = 40;
const LEAST_SHARE = 0.2;

/** What a Schema says, which is text in one of its forms. @param {Record<string, any>} schema */
export function declared({ structSchema, jsonSchema = "{}" }) {
  return structSchema ?? JSON.parse(jsonSchema);
}

/**
 * Texts that can be counted, and those that are marked as facets.
 *
 * @param {Record<string, any>[]} schemas of the API
 * @returns {{texts: string[], marked: string[]}} names of fields
 */
export function facetFields(schemas) {
  const fields = schemas.flatMap((schema) =>
    Object.entries(declared(schema).properties ?? {}).map(([name, said]) => [
      name,
      said.items ?? said,
    ]),
  );
  const texts = fields.filter(([, said]) => said.type === "string" && said.indexable);
  const marked = texts.filter(([, said]) => said.dynamicFacetable);
  const names = (some) => [...new Set(some.map(([name]) => name))];
  return { texts: names(texts), marked: names(marked) };
}

/**
 * Facets that part what is found: of short values, some of which are shared, and few of which are
 * those of a good part of all. Descriptions and numbers of articles do not.
 *
 * @param {any[]} facets of a response @param {number} total of the results @returns {string[]}
 */
export function telling(facets, total) {
  const parts = ({ values = [] }) => {
    const counts = values.map(({ count = 0 }) => Number(count));
    const share = counts.reduce((sum, count) => sum + count, 0) / total;
    const short = values.every(({ value = "" }) => value.length <= LONGEST_VALUE);
    return short && share >= LEAST_SHARE && Math.max(...counts) > 1;
  };
  return facets.filter(parts).map(({ key }) => key);
}

/** @param {string} text names with commas between them @returns {object[]} facetSpecs */
export function facetSpecs(text) {
  const keys = text
    .split(",")
    .map((key) => key.trim())
    .filter(Boolean);
  return keys.map((key) => ({ facetKey: { key }, limit: MOST_VALUES, excludedFilterKeys: [key] }));
}

/** @param {Chosen} chosen @param {string} key @param {string} value @returns {Chosen} */
export function toggled(chosen, key, value) {
  const values = chosen[key] ?? [];
  const left = values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
  return { ...chosen, [key]: left };
}

/** @param {string} filter as it was typed @param {Chosen} chosen @returns {string} */
export function wholeFilter(filter, chosen) {
  const said = filter.trim();
  const values = Object.entries(chosen).filter(([, some]) => some.length);
  const conditions = values.map(([key, some]) => `${key}: ANY(${some.map(quoted).join(", ")})`);
  if (said) conditions.unshift(conditions.length ? `(${said})` : said);
  return conditions.join(" AND ");
}

/** @param {string} value @returns {string} */
function quoted(value) {
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}
