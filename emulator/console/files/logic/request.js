/**
 * Boosts as lines of text: an amount from -1 to 1, and the condition in the syntax of filters.
 *
 * @param {string} text such as `0.5 price < 100`
 * @returns {{condition: string, boost: number}[]}
 */
export function conditionBoosts(text) {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter(Boolean).map((line) => {
    const found = /^([+-]?(?:\d+\.?\d*|\.\d+))\s+(.+)$/.exec(line);
    if (!found)
      throw new Error(
        `'${line}' is no boost: write an amount and a condition, such as 0.5 price < 100`,
      );
    return { condition: found[2], boost: Number(found[1]) };
  });
}

/**
 * More fields of a request, as somebody typed them, over those that are there.
 *
 * @param {object} body @param {string} text a JSON object, or nothing @returns {object}
 */
export function withMore(body, text) {
  if (!text.trim()) return body;
  let more;
  try {
    more = JSON.parse(text);
  } catch (error) {
    throw new Error(`The further fields are not JSON: ${error.message}`);
  }
  if (!isObject(more)) throw new Error("The further fields are to be a JSON object.");
  return merged(body, more);
}

/** @param {unknown} value @returns {boolean} */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {Record<string, any>} one @param {Record<string, any>} other */
function merged(one, other) {
  const both = { ...one };
  for (const [key, value] of Object.entries(other)) {
    both[key] = isObject(value) && isObject(one[key]) ? merged(one[key], value) : value;
  }
  return both;
}
