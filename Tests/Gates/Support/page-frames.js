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
    const signs = [
      ["right", frame.scrollWidth - frame.clientWidth, box.right - 6, box.top + frame.clientHeight / 2, frame],
      ["bottom", frame.scrollHeight - frame.clientHeight, box.left + 12, box.top + frame.clientHeight - 5, frame.querySelector(".further")],
    ];
    for (const [side, hidden, x, y, owner] of signs) {
      if (hidden <= 1 || y < 0 || y > innerHeight) continue;
      const at = document.elementsFromPoint(x, y).find((element) => !element.closest(".find"));
      if (at !== owner) found.push(`sign: ${label(frame)} has more at the ${side} and shows no sign`);
      const style = getComputedStyle(owner, "::before");
      if (style.position !== "sticky" || !/\w|›|↓/.test(style.content)) found.push(`sign: ${label(frame)} has no sticky sign`);
    }
    const stretched = content.getBoundingClientRect().height;
    content.style.alignSelf = "start";
    const isStretched = stretched > content.getBoundingClientRect().height + 60;
    content.style.removeProperty("align-self");
    if (isStretched || box.height > content.getBoundingClientRect().height + 60) found.push(`blank: ${label(frame)} is higher than what is in it`);
    frame.scrollTo(1e6, 1e6);
    const end = content.getBoundingClientRect();
    if (end.right > box.right + 1 || end.bottom > box.bottom + 1) found.push(`cut: ${label(frame)} cannot be scrolled to its end`);
    // What names a column or a line stays while the rest moves.
    const head = frame.querySelector("thead");
    if (head && Math.abs(head.getBoundingClientRect().top - box.top) > 2) found.push(`sticky: the head of ${label(frame)} goes away`);
    const corner = head && head.rows[0].cells[0];
    if (corner && Math.abs(corner.getBoundingClientRect().left - box.left) > 2) found.push(`sticky: the corner of ${label(frame)} goes away`);
    const name = frame.querySelector("tbody th[scope=row]");
    if (name && Math.abs(name.getBoundingClientRect().left - box.left) > 2) found.push(`sticky: the names of ${label(frame)} go away`);
    frame.scrollTo(0, 0);
  }
  for (const heading of all("main > section > h2")) {
    if (getComputedStyle(heading).position !== "sticky") found.push(`sticky: ${heading.id} goes away`);
  }

  // Where a link leads can be seen there, is marked, and nothing lies over its beginning.
  const places = all("main tbody tr[id], td[id], .box, #changes details, .change, section");
  const step = Math.max(1, Math.floor(places.length / 40));
  for (let index = 0; index < places.length; index += step) {
    const place = places[index];
    location.hash = place.id;
    place.scrollIntoView();
    const part = place.matches("tr") ? place.cells[0] : place;
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
