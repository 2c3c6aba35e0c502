// Marks the lines that the address names (#L3-L9), and keeps a thread fresh.
function markLines() {
  document.querySelectorAll("tr.cited").forEach((row) => row.classList.remove("cited"));
  const found = /^#L(\d+)(?:-L?(\d+))?$/.exec(location.hash);
  if (!found) return;
  const ends = [Number(found[1]), Number(found[2] || found[1])].sort((a, b) => a - b);
  for (let n = ends[0]; n <= ends[1]; n++) {
    const row = document.getElementById("L" + n);
    if (!row) break;
    row.classList.add("cited");
  }
  const first = document.getElementById("L" + ends[0]);
  if (first) first.scrollIntoView({ block: "center" });
}

async function refresh(posts) {
  const open = [...posts.querySelectorAll("details")].map((d) => d.open);
  try {
    const answer = await fetch(location.pathname + "?fragment");
    if (!answer.ok) return;
    const text = await answer.text();
    if (text === posts.dataset.last) return;
    const first = posts.dataset.last === undefined;
    posts.dataset.last = text;
    if (first) return;
    posts.innerHTML = text;
    posts.querySelectorAll("details").forEach((d, i) => { if (open[i] !== undefined) d.open = open[i]; });
  } catch { /* the stand-in has ended; the page stays as it is */ }
}

addEventListener("hashchange", markLines);
markLines();
const posts = document.querySelector("[data-poll]");
if (posts) setInterval(refresh, 1500, posts);

// The chosen user stays chosen from page to page.
for (const who of document.querySelectorAll("select[name=as]")) {
  const last = localStorage.getItem("as");
  if (last && [...who.options].some((o) => o.value === last)) who.value = last;
  who.addEventListener("change", () => localStorage.setItem("as", who.value));
}
