const find = document.getElementById("find");
const entries = [...document.querySelectorAll("[data-find]")];
const sections = [...document.querySelectorAll("section.service")];
const links = [...document.querySelectorAll(".contents li li")];

const base = location.origin + location.pathname.replace(/\/docs\/[^/]*$/, "");
for (const code of document.querySelectorAll("pre code, dd code")) {
  code.textContent = code.textContent.replace("http://127.0.0.1:8470", base);
}

function filter() {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const entry of entries) {
    entry.hidden = !words.every((word) => entry.dataset.find.includes(word));
  }
  for (const section of sections) {
    section.hidden = !section.querySelector("[data-find]:not([hidden])");
  }
  for (const item of links) {
    const target = document.getElementById(item.firstChild.hash.slice(1));
    item.hidden = target !== null && target.hidden;
  }
  document.getElementById("nothing").hidden = sections.some((section) => !section.hidden);
}

function open() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) {
    target.hidden = false;
    target.closest("section").hidden = false;
    target.open = true;
    target.scrollIntoView();
  }
}

async function copy(button) {
  const code = button.parentElement.querySelector("code");
  getSelection().selectAllChildren(code);
  if (navigator.clipboard) await navigator.clipboard.writeText(code.textContent);
  else document.execCommand("copy");
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = "Copy"), 1500);
}

find.addEventListener("input", filter);
addEventListener("hashchange", open);
addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== find) {
    event.preventDefault();
    find.focus();
  }
});
document.addEventListener("click", (event) => {
  if (event.target.matches(".copy")) copy(event.target);
  else if (event.target.closest(`a[href="${location.hash}"]`)) open();
});
open();
