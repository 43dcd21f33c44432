/** Snippets are HTML of which only `<b>` and references to characters mean something. */

const CHARACTERS = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

/**
 * The runs of a snippet; any other markup in it is text.
 *
 * @param {string} html @returns {{text: string, bold: boolean}[]}
 */
export function runs(html) {
  let bold = false;
  const found = [];
  for (const part of html.split(/(<\/?b>)/)) {
    if (part === "<b>" || part === "</b>") bold = part === "<b>";
    else if (part) found.push({ text: decoded(part), bold });
  }
  return found;
}

/** @param {string} text @returns {string} */
function decoded(text) {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name) return Object.hasOwn(CHARACTERS, name) ? CHARACTERS[name] : whole;
    const point = decimal ? Number(decimal) : parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
