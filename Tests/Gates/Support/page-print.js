// What would be missing on paper. To be asked with media print; evaluates to a list of texts.
(() => {
  const found = [];
  const all = (what, inside = document) => [...inside.querySelectorAll(what)];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) found.push(`print: ${root.scrollWidth} wide on paper of ${root.clientWidth}`);
  for (const element of all("body *")) {
    const style = getComputedStyle(element);
    if (["sticky", "fixed"].includes(style.position) && style.display !== "none") {
      found.push(`print: ${element.tagName}.${element.className} sticks`);
    }
    const box = element.getBoundingClientRect();
    if (box.width && box.right > root.clientWidth + 1 && !element.closest(".skip")) {
      found.push(`print: ${element.tagName}.${element.className} reaches to ${Math.round(box.right)} of ${root.clientWidth}`);
    }
  }
  for (const frame of all(".frame")) {
    if (frame.scrollWidth > frame.clientWidth + 1 || frame.scrollHeight > frame.clientHeight + 1) {
      found.push(`print: ${frame.getAttribute("aria-labelledby")} is cut`);
    }
  }
  for (const cell of all("th, td")) {
    if (cell.scrollWidth > cell.clientWidth + 1) found.push(`print: ${cell.textContent.trim().slice(0, 40)} is wider than its cell`);
  }
  for (const details of all("main details")) {
    const inside = [...details.children].find((child) => child.tagName !== "SUMMARY");
    if (inside && !inside.checkVisibility({ contentVisibilityAuto: true })) found.push(`print: ${details.textContent.trim().slice(0, 40)} is folded`);
    if (inside && inside.getBoundingClientRect().height === 0) found.push(`print: ${details.textContent.trim().slice(0, 40)} is folded to nothing`);
  }
  return found;
})()
