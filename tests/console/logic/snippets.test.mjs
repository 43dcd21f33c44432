import assert from "node:assert/strict";
import { test } from "node:test";
import { runs } from "./logic/snippets.js";

test("b is bold, and characters are what their references say", () => {
  assert.deepEqual(runs("The <b>chef&#39;s</b> &lt;b&gt; &amp;amp; 5&nbsp;kg &#x1F327;"), [
    { text: "The ", bold: false },
    { text: "chef's", bold: true },
    { text: " <b> &amp; 5\u00a0kg 🌧", bold: false },
  ]);
});

test("other markup and references that are none are text", () => {
  const text = '<script>alert(1)</script><b onclick="x">&nothing; &constructor; &#9999999;';
  assert.deepEqual(runs(text), [{ text, bold: false }]);
});
