// What of a page is missing, in the wrong order or cannot be linked to. `KIND` is policy, proof, change or unchanged.
// Evaluates to a list of texts; to be asked before anything on the page is opened.
((kind) => {
  const found = [];
  const all = (what, inside = document) => [...inside.querySelectorAll(what)];
  const sections = all("main > section").map((section) => section.id);

  // What a reader came for is first, and the list of contents is not before it.
  const first = { policy: "matrix", proof: "verdicts", change: "verdict", unchanged: "verdict" }[kind];
  if (sections[0] !== first) found.push(`order: ${sections[0]} comes before ${first}`);
  const table = document.querySelector("main table");
  if (!table) return found.concat("order: there is no table");
  const begin = document.querySelector(first === "verdict" ? "#verdict" : "main table");
  if (!begin) return found;
  if (begin.getBoundingClientRect().top > 800) found.push(`order: the ${first} begins at ${begin.getBoundingClientRect().top}`);
  const contents = document.querySelector("nav");
  if (!(table.compareDocumentPosition(contents) & Node.DOCUMENT_POSITION_FOLLOWING)) {
    found.push("order: the contents come first");
  }
  const before = (one, other) => sections.includes(one) && sections.includes(other) && sections.indexOf(one) > sections.indexOf(other);
  for (const [one, other] of [["verdicts", "counterexamples"], ["counterexamples", "groundwork"], ["groundwork", "matrix"]]) {
    if (kind === "proof" && before(one, other)) found.push(`order: ${other} before ${one}`);
  }
  for (const folded of all("#groundwork details")) if (folded.open) found.push("order: the assumptions are not folded");
  if (kind === "proof" && !document.querySelector("#groundwork li")) found.push("order: there are no assumptions");

  // Every broken statement has its picture, in words too; lanes are named, accounts have states.
  if (kind === "proof") {
    const broken = all("#verdicts tr[data-kind=refuted]");
    for (const row of broken) {
      const picture = document.querySelector(`#${row.id.replace("verdict", "counterexample")} svg[role=img]`);
      const words = picture && ["title", "desc"].every((part) => picture.querySelector(part)?.textContent.trim());
      if (!words) found.push(`picture: ${row.id} has none in words`);
      else if (!picture.querySelector(".name") || !picture.querySelector(".lane")) found.push(`picture: ${row.id} has no lanes`);
      if (picture && !picture.querySelector("rect.state")) found.push(`picture: ${row.id} shows no state of an account`);
      // A text that is cut would end beyond the picture.
      const box = picture?.getBoundingClientRect();
      for (const text of picture ? all("text", picture) : []) {
        const own = text.getBoundingClientRect();
        if (own.right > box.right + 1 || own.left < box.left - 1 || own.bottom > box.bottom + 1) {
          found.push(`picture: ${row.id} cuts ${text.textContent}`);
        }
      }
    }
  }

  // Each place has an id, and somewhere a link that leads there.
  const linked = new Set(all("a[href^='#']").map((link) => link.getAttribute("href").slice(1)));
  const places = "main section, table:not(.steps) tbody tr:not(.group), table.matrix tbody td, .box, .edit, .tale, #changes details, .change, div.matrix";
  for (const place of all(places)) {
    if (!place.id) found.push(`link: no id on ${place.outerHTML.slice(0, 80)}`);
    else if (!linked.has(place.id)) found.push(`link: nothing leads to ${place.id}`);
  }

  // The columns of existing accounts come first, and unchanged rows are folded behind a button that counts them.
  for (const head of all("table.matrix thead")) {
    const titles = [...head.rows[0].cells].map((cell) => cell.textContent);
    const isAbsent = titles.map((title) => title.startsWith("none") || title === "gone");
    if (isAbsent.lastIndexOf(false) > isAbsent.indexOf(true) && isAbsent.includes(true)) found.push(`columns: ${titles.join(", ")}`);
  }
  if (kind === "change" || kind === "unchanged") {
    for (const row of all("table.matrix tbody tr:not(.group)")) {
      const isFolded = Boolean(row.closest("details.fold"));
      if (isFolded !== (row.dataset.kind || "").split("\n").includes("unchanged")) found.push(`fold: ${row.id}`);
    }
    for (const fold of all("details.fold")) {
      const count = all("tbody tr:not(.group)", fold).length;
      const words = `Show ${count} unchanged ${count === 1 ? "row" : "rows"}`;
      if (fold.open || fold.querySelector("summary").textContent !== words) found.push(`fold: not closed, or not called ${words}`);
    }

    // A change begins with its verdict; each danger leads to its story, and the numbers come last.
    const verdict = document.querySelector("#verdict");
    const heading = verdict.querySelector("h2").textContent;
    const word = kind === "change" ? /^(DANGER|NO DANGER|STOPPED|PASSED): / : /^EQUAL: /;
    if (!word.test(heading)) found.push(`verdict: ${heading}`);
    if (!verdict.querySelector(".icon")?.textContent.trim()) found.push("verdict: there is no sign");
    if (sections[sections.length - 1] !== "counts") found.push("order: the numbers do not come last");
    if (kind === "change" && !all(".edit").length) found.push("edit: there is none");
    for (const edit of all(".edit")) {
      const lines = all(".lines > div", edit);
      if (!lines.length || lines.some((line) => !line.querySelector("del, ins"))) found.push(`edit: ${edit.id} has no lines`);
      if (!/\S:\d+(-\d+)?$/.test(edit.querySelector(".place")?.textContent || "")) found.push(`edit: ${edit.id} has no place`);
    }
    for (const line of all(".dangers li")) {
      const target = line.querySelector("a") && document.querySelector(line.querySelector("a").getAttribute("href"));
      if (!target?.matches(".tale")) found.push(`verdict: ${line.textContent} leads to no story`);
    }
    for (const tale of all(".tale")) {
      const heads = all("thead th", tale).map((cell) => cell.textContent).join();
      if (heads !== "step,before,after" || !tale.querySelector("tbody tr")) found.push(`tale: ${tale.id} has no steps`);
    }
  }

  // A change is told by more than a colour, and each has a story or says that it has none.
  if (kind === "change" && !document.querySelector("td.changed")) found.push("story: no cell is changed");
  if (kind === "unchanged" && document.querySelector("td.changed")) found.push("story: a cell is changed");
  for (const cell of all("td.changed")) {
    const story = cell.querySelector(".why");
    if (!cell.querySelector(".mark")?.textContent.includes("changed")) found.push(`story: no word on ${cell.id}`);
    if (getComputedStyle(cell).boxShadow === "none") found.push(`story: no border on ${cell.id}`);
    if (cell.tabIndex < 0 || !story || cell.getAttribute("aria-describedby") !== story.id) {
      found.push(`story: ${cell.id} has none that a key reaches`);
    } else if (!story.querySelector("ol.story li") && !/No (story|sequence)/.test(story.textContent)) {
      found.push(`story: ${cell.id} does not say that it has none`);
    }
  }
  return found;
})(KIND)
