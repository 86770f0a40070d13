// Finds problems that readers would notice on the current page. Evaluates to a list of texts.
(() => {
  const found = [], name = (one) => `${one.tagName.toLowerCase()}${one.id ? `#${one.id}` : one.dataset.key ? `[${one.dataset.key}]` : `.${one.className}`}`;
  const root = document.documentElement, isSeen = (one) => one.checkVisibility() && !one.closest(".unseen, .skip");
  if (root.scrollWidth > root.clientWidth) found.push(`overflow: the page is ${root.scrollWidth} wide in a window of ${root.clientWidth}`);
  for (const one of document.querySelectorAll("main *")) {
    if (!isSeen(one) || one.closest("#tabs, .editor")) continue;
    const { right, width } = one.getBoundingClientRect();
    if (width > 1 && right > root.clientWidth + 0.5) found.push(`overflow: ${name(one)} reaches to ${right} of ${root.clientWidth}`);
  }

  // The contrast of each text with its background (WCAG 2.2, 1.4.3).
  const channels = (text) => text.match(/[\d.]+/g).map(Number);
  const luminance = (color) => {
    const [red, green, blue] = channels(color).map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = (one) => {
    for (let at = one; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at), alpha = channels(backgroundColor)[3] ?? 1;
      if (alpha === 1) return backgroundColor;
    }
    return "rgb(255, 255, 255)";
  };
  let texts = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement: one } = walker.currentNode;
    if (data.trim() === "" || !isSeen(one) || one.closest("script, option, .behind")) continue;
    texts += 1;
    const [light, dark] = [luminance(getComputedStyle(one).color), luminance(ground(one))].sort((a, b) => b - a), ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < 4.5 && !one.closest(":disabled")) found.push(`contrast: ${name(one)} has ${ratio.toFixed(2)}: ${data.trim().slice(0, 40)}`);
  }
  if (texts < 60) found.push(`only ${texts} texts were looked at`);

  // Every control must have a name, and every id must be unique.
  for (const one of document.querySelectorAll("button, select, input, textarea, a[href]")) {
    const label = one.getAttribute("aria-label") || [...(one.labels ?? [])].map((label) => label.textContent).join(" ") || (one.tagName === "SELECT" ? "" : one.textContent);
    if (label.trim() === "") found.push(`name: ${name(one)} has none`);
  }
  for (const one of document.querySelectorAll("[aria-labelledby], [aria-controls], [aria-describedby]")) {
    for (const key of ["aria-labelledby", "aria-controls", "aria-describedby"]) {
      for (const id of (one.getAttribute(key) ?? "").split(" ").filter(Boolean)) if (!document.getElementById(id)) found.push(`name: ${name(one)} refers to #${id}, which does not exist`);
    }
  }
  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index))) found.push(`id: #${id} is used twice`);
  return found;
})()
