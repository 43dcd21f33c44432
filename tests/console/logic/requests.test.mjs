import assert from "node:assert/strict";
import { test } from "node:test";
import { facetFields, facetSpecs, telling, toggled, wholeFilter } from "./logic/facets.js";
import { conditionBoosts, withMore } from "./logic/request.js";

test("each line is a boost", () => {
  assert.deepEqual(conditionBoosts('0.5 price < 100\n\n -1  kind: ANY("old")\n'), [
    { condition: "price < 100", boost: 0.5 },
    { condition: 'kind: ANY("old")', boost: -1 },
  ]);
});

test("a line without an amount is refused by name", () => {
  assert.throws(() => conditionBoosts("price < 100"), /'price < 100' is no boost/);
});

test("further fields are put beside and into those that are there", () => {
  const body = { query: "a", spec: { one: 1, two: [1] } };
  assert.deepEqual(withMore(body, '{"spec": {"two": [2], "three": 3}, "pageSize": 5}'), {
    query: "a",
    spec: { one: 1, two: [2], three: 3 },
    pageSize: 5,
  });
  assert.equal(withMore(body, " "), body);
});

test("further fields that are no JSON object are refused", () => {
  assert.throws(() => withMore({}, "{"), /not JSON/);
  assert.throws(() => withMore({}, "[1]"), /JSON object/);
});

test("fields that can be counted are texts that filters may name", () => {
  const text = { type: "string", indexable: true };
  const properties = {
    city: text,
    tags: { type: "array", items: text },
    price: { type: "number", indexable: true },
  };
  const plain = { structSchema: { properties: { ...properties } } };
  assert.deepEqual(facetFields([plain]), { texts: ["city", "tags"], marked: [] });
  properties.tags = { type: "array", items: { ...text, dynamicFacetable: true } };
  const marked = { jsonSchema: JSON.stringify({ properties }) };
  assert.deepEqual(facetFields([plain, marked]), { texts: ["city", "tags"], marked: ["tags"] });
  assert.deepEqual(facetFields([{}]), { texts: [], marked: [] });
});

test("facets that part the results are those of short values that documents share", () => {
  const facet = (key, ...counts) => ({
    key,
    values: counts.map((count, at) => ({ value: `${key} ${at}`, count: String(count) })),
  });
  const long = facet("a description that goes on and on for more than a line", 50, 50);
  const none = { key: "none" };
  const facets = [facet("brand", 60, 40), facet("number", 1, 1), facet("rare", 9), long, none];
  assert.deepEqual(telling(facets, 100), ["brand"]);
  assert.deepEqual(telling([facet("id", 1, 1)], 2), []);
});

test("facets keep the values beside those that are chosen", () => {
  assert.deepEqual(facetSpecs("city, "), [
    { facetKey: { key: "city" }, limit: 10, excludedFilterKeys: ["city"] },
  ]);
});

test("values that are chosen are a filter beside the one that was typed", () => {
  let chosen = toggled({}, "city", 'The "Hague"');
  chosen = toggled(toggled(chosen, "city", "Delft"), "kind", "shop");
  assert.equal(
    wholeFilter("a = 1 OR b = 2", chosen),
    '(a = 1 OR b = 2) AND city: ANY("The \\"Hague\\"", "Delft") AND kind: ANY("shop")',
  );
  assert.equal(
    wholeFilter(" a = 1 ", toggled(toggled({}, "kind", "shop"), "kind", "shop")),
    "a = 1",
  );
});
