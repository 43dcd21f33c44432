import assert from "node:assert/strict";
import { test } from "node:test";
import { documents, idOf, takesContent } from "./logic/uploads.js";

const bytes = (text) => new TextEncoder().encode(text);

test("a file is a document with its bytes as content", () => {
  assert.deepEqual(documents("Guide.html", bytes("<p>ß</p>"), true), [
    {
      id: "Guide-html",
      structData: { uri: "Guide.html" },
      content: { mimeType: "text/html", rawBytes: "PHA+w588L3A+" },
    },
  ]);
});

test("a large file comes through whole", () => {
  const large = new Uint8Array(100_001).map((_, at) => at % 256);
  const [{ content }] = documents("a.pdf", large, true);
  assert.deepEqual(new Uint8Array(Buffer.from(content.rawBytes, "base64")), large);
});

test("Markdown goes as text", () => {
  assert.equal(documents("a.MD", bytes("# A"), true)[0].content.mimeType, "text/plain");
});

test("names that would share an id do not", () => {
  const names = [
    "a b.txt",
    "a-b.txt",
    "a.b.txt",
    "a_b.txt",
    "日本.txt",
    "日.txt",
    `${"x".repeat(200)}.txt`,
  ];
  const ids = names.map(idOf);
  assert.equal(new Set(ids).size, names.length);
  for (const id of ids) assert.match(id, /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/);
});

test("each line is a record, under its own id", () => {
  const lines = bytes('{"id": 7, "price": 1}\n\n{"id": "b", "structData": {"price": 2}}\r\n');
  assert.deepEqual(documents("a.jsonl", lines, false), [
    { id: "7", structData: { id: 7, price: 1 } },
    { id: "b", structData: { price: 2 } },
  ]);
});

test("a line with content is a document where that is an object, and else a record", () => {
  const lines = bytes('{"id": "a", "content": "Text."}\n{"id": "b", "content": {"uri": "gs://b/b"}}');
  assert.deepEqual(documents("a.jsonl", lines, false), [
    { id: "a", structData: { id: "a", content: "Text." } },
    { id: "b", content: { uri: "gs://b/b" } },
  ]);
});

test("a JSON file is a record, or a list of them", () => {
  assert.equal(documents("a.json", bytes('[{"_id": "a"}, {"_id": "b"}]'), false).length, 2);
});

test("what no document can be made of says why", () => {
  assert.throws(() => documents("a.exe", bytes(""), true), /known type/);
  assert.throws(() => documents("a.pdf", bytes(""), false), /records/);
  assert.throws(() => documents("a.json", bytes("[1]"), false), /JSON object/);
  assert.throws(() => documents("a.json", bytes('{"price": 1}'), false), /needs an id/);
});

test("websites take documents with content, too", () => {
  assert.ok(takesContent({ contentConfig: "PUBLIC_WEBSITE" }));
  assert.ok(!takesContent({ contentConfig: "NO_CONTENT" }));
  assert.ok(!takesContent({}));
});
