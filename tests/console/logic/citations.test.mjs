import assert from "node:assert/strict";
import { test } from "node:test";
import { marked, numbering, segments } from "./logic/citations.js";

const cited = (startIndex, endIndex, ...ids) => ({
  startIndex,
  endIndex,
  sources: ids.map((referenceId) => ({ referenceId })),
});

test("an answer without citations is one segment", () => {
  assert.deepEqual(segments("All of it."), [{ text: "All of it.", references: [] }]);
});

test("an empty answer has no segments", () => {
  assert.deepEqual(segments("", []), []);
});

test("offsets count bytes of UTF-8, and a first offset of nought is left out", () => {
  // "Grüße 🌧" is 5 letters, 2 of them of two bytes, a space and a sign of four bytes.
  assert.deepEqual(
    segments("Grüße 🌧 bald", [cited(undefined, "12", "0"), cited("13", "17", "1", "2")]),
    [
      { text: "Grüße 🌧", references: [0] },
      { text: " ", references: [] },
      { text: "bald", references: [1, 2] },
    ],
  );
});

test("citations may come in any order, overlap, and end beyond the text", () => {
  assert.deepEqual(segments("abcdef", [cited("2", "99", "1"), cited("0", "4", "0")]), [
    { text: "abcd", references: [0] },
    { text: "ef", references: [1] },
  ]);
});

test("references are numbered as they are cited, those that are not come after", () => {
  const cut = [
    { text: "", references: [3, 1] },
    { text: "", references: [1, 9] },
  ];
  assert.deepEqual(numbering(cut, 4), { order: [3, 1, 0, 2], cited: 2 });
});

test("what is quoted is marked where it stands, also across lines", () => {
  assert.deepEqual(
    marked("It costs\n5 (five) euros. More.", ["costs 5 (five) euros.", "absent", " "]),
    [
      { text: "It ", marked: false },
      { text: "costs\n5 (five) euros.", marked: true },
      { text: " More.", marked: false },
    ],
  );
});
