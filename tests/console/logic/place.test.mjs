import assert from "node:assert/strict";
import { test } from "node:test";
import { elsewhere, format, parse } from "./logic/place.js";

test("no fragment is the demo project", () => {
  assert.deepEqual(parse(""), { view: "ask", project: "demo", location: "global" });
});

test("apps are where the demo app is", () => {
  assert.equal(parse("#/agents").location, "us");
});

test("a place is read as it was written", () => {
  const place = {
    view: "search",
    project: "a b",
    location: "eu",
    target: "engines/x",
    query: 'a&b=? "c"',
    filter: "",
  };
  assert.deepEqual(parse(format(place)), place);
});

test("what is undefined is left out", () => {
  assert.equal(format({ view: "ask", project: "p", session: undefined }), "#/ask?project=p");
});

test("an unknown view is the first", () => {
  assert.equal(parse("#/constructor?project=p").view, "ask");
});

test("another view is of the same engine, and the agents' of the same project alone", () => {
  const place = { view: "ask", project: "p", location: "eu", target: "engines/x", session: "1" };
  assert.deepEqual(elsewhere(place, "search"), {
    view: "search",
    project: "p",
    location: "eu",
    target: "engines/x",
  });
  assert.deepEqual(elsewhere(place, "agents"), { view: "agents", project: "p", location: "us" });
});
