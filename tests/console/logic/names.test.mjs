import assert from "node:assert/strict";
import { test } from "node:test";
import { documentPlace, inUrl, target } from "./logic/names.js";

test("an engine has its place in the collection", () => {
  const place = { project: "p", location: "eu", target: "engines/e" };
  assert.equal(target(place), "projects/p/locations/eu/collections/default_collection/engines/e");
});

test("names are escaped in URLs, and the verb is not", () => {
  assert.equal(inUrl("v1/projects/a b?/x#y:search"), "v1/projects/a%20b%3F/x%23y:search");
});

test("a document is found by its name, or by that of its chunk", () => {
  const name =
    "projects/1/locations/us/collections/default_collection/dataStores/d/branches/0/documents/a";
  assert.deepEqual(documentPlace(`${name}/chunks/c1`), {
    location: "us",
    target: "dataStores/d",
    item: "a",
  });
  assert.equal(documentPlace("javascript:alert(1)"), null);
});
