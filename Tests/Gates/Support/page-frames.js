// What is cut, or hidden without a sign, in the frames of a page and on the way to where links lead.
// Evaluates to a list of texts.
(() => {
  const found = [];
  const all = (what, inside = document) => [...inside.querySelectorAll(what)];
  const label = (frame) => frame.getAttribute("aria-labelledby");

  for (const cell of all("th, td")) {
    if (cell.scrollWidth > cell.clientWidth + 1) found.push(`cut: ${cell.textContent.trim().slice(0, 40)} is wider than its cell`);
  }
  for (const frame of all(".frame")) {
    frame.scrollIntoView({ block: "center" });
    const box = frame.getBoundingClientRect();
    const content = frame.firstElementChild;
    if (frame.scrollWidth > frame.clientWidth + 1) {
      const style = getComputedStyle(frame, "::before");
      const isHidden = style.display === "none" || style.position !== "sticky" || !/›/.test(style.content);
      if (isHidden) found.push(`sign: ${label(frame)} has more at the right and shows no sign`);
    }
    if (box.height > content.getBoundingClientRect().height + 60) found.push(`blank: ${label(frame)} is higher than what is in it`);
    frame.scrollTo(1e6, 1e6);
    const end = content.getBoundingClientRect();
    if (end.right > box.right + 1 || end.bottom > box.bottom + 1) found.push(`cut: ${label(frame)} cannot be scrolled to its end`);
    frame.scrollTo(0, 0);
  }

  // What names a column or a row stays in sight: the head of a long table, or the name of a card.
  for (const details of all("details")) details.open = true;
  const isWide = innerWidth >= 960;
  if (isWide) {
    for (const heading of all("main > section:not(.banner) > h2")) {
      if (getComputedStyle(heading).position !== "sticky") found.push(`sticky: ${heading.id} goes away`);
    }
  }
  for (const table of all("main table")) {
    const box = table.getBoundingClientRect();
    const head = table.querySelector("thead");
    if (isWide && !table.matches(".steps") && box.height > 500) {
      const wanted = scrollY + box.top + 300;
      scrollTo(0, wanted);
      // The last table of a page may end before it can be scrolled so far.
      if (Math.abs(scrollY - wanted) > 2) continue;
      const heading = table.closest("section").querySelector("h2").getBoundingClientRect();
      const top = head.getBoundingClientRect().top;
      if (top < heading.bottom - 2 || top > heading.bottom + 2) found.push(`sticky: the head of ${label(table)} is at ${top}`);
    }
    if (isWide) continue;
    const names = all("tbody th[scope=row]", table);
    if (table.matches(".matrix") && names.some((name) => getComputedStyle(name).position !== "sticky")) {
      found.push(`sticky: the names of ${label(table)} go away`);
    }
    if (innerWidth >= 640 && table.matches(".steps")) continue;
    for (const cell of all("tbody td", table)) {
      if (getComputedStyle(cell).display === "none") continue;
      if (!cell.dataset.column || ["none", "normal", '""'].includes(getComputedStyle(cell, "::before").content)) {
        found.push(`card: no heading on ${cell.textContent.trim().slice(0, 40)}`);
      }
    }
    if (head && getComputedStyle(head).display !== "none") found.push(`card: ${label(table)} has a head`);
  }

  // Where a link leads can be seen there, is marked, and nothing lies over its beginning.
  const places = all("main tbody tr[id], td[id], .box, .edit, .tale, #changes details, .change, section:not(.banner)")
    .filter((place) => place.getClientRects().length);
  const step = Math.max(1, Math.floor(places.length / 40));
  for (let index = 0; index < places.length; index += step) {
    const place = places[index];
    location.hash = place.id;
    place.scrollIntoView();
    const part = place.matches("tr") ? place.cells[0] : place.matches(".edit, .tale") ? place.querySelector("h3") : place;
    const box = part.getBoundingClientRect();
    const at = document.elementsFromPoint(box.left + 7, box.top + 7).find((element) => !element.closest(".find"));
    if (!at || !(place.contains(at) || at.contains(place) && !at.matches(".frame"))) {
      found.push(`target: ${place.id} lies under ${at ? at.tagName + "." + at.className : "nothing"}`);
    }
    const marked = [part, place, ...all(":scope > h2, :scope > h3, :scope > summary, :scope > p:first-child", place)];
    const isMarked = marked.some((element) => {
      const style = getComputedStyle(element);
      return style.boxShadow !== "none" || (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 1);
    });
    if (!isMarked) found.push(`target: ${place.id} is not marked`);
  }
  location.hash = "";
  scrollTo(0, 0);
  return found;
})()
