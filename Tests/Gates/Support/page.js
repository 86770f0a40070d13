// What a reader would stumble over on a page, found in a browser. Evaluates to a list of texts.
(() => {
  const found = [];
  const name = (element) => {
    const own = element.id ? "#" + element.id : element.className ? "." + element.className : "";
    return element.tagName.toLowerCase() + own;
  };

  // Nothing is wider than the page; what is wide scrolls in a frame of its own.
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    found.push(`overflow: the page is ${root.scrollWidth} wide in a window of ${root.clientWidth}`);
  }
  for (const element of document.querySelectorAll("body *")) {
    if (element.closest(".frame, .skip, script")) continue;
    const box = element.getBoundingClientRect();
    if (box.width && box.right > root.clientWidth + 0.5) {
      found.push(`overflow: ${name(element)} reaches to ${box.right} of ${root.clientWidth}`);
    }
  }
  // The search lies over nothing, and no table scrolls by itself.
  const bar = document.querySelector(".find");
  if (bar && ["fixed", "sticky", "absolute"].includes(getComputedStyle(bar).position)) {
    found.push("covered: the search lies over the page");
  }
  for (const table of document.querySelectorAll("main table")) {
    for (let at = table.parentElement; at.tagName !== "MAIN"; at = at.parentElement) {
      if (["auto", "scroll", "hidden"].includes(getComputedStyle(at).overflowX)) found.push(`overflow: a table scrolls in ${name(at)}`);
    }
  }
  for (const frame of document.querySelectorAll(".frame")) {
    const label = document.getElementById(frame.getAttribute("aria-labelledby") || "");
    if (frame.tabIndex < 0 || frame.getAttribute("role") !== "region" || !label) {
      found.push(`keyboard: ${name(frame)} scrolls, but has no name or cannot be reached`);
    }
    if (frame.scrollWidth > frame.clientWidth && !["auto", "scroll"].includes(getComputedStyle(frame).overflowX)) {
      found.push(`overflow: ${name(frame)} hides what is wide`);
    }
  }

  // Contrast of every text with what lies behind it (WCAG 2.2, 1.4.3).
  const colour = (text) => {
    const parts = text.match(/[\d.]+/g).map(Number);
    return { red: parts[0], green: parts[1], blue: parts[2], alpha: parts.length > 3 ? parts[3] : 1 };
  };
  const over = (top, below) => {
    const mix = (a, b) => a * top.alpha + b * (1 - top.alpha);
    return { red: mix(top.red, below.red), green: mix(top.green, below.green), blue: mix(top.blue, below.blue), alpha: 1 };
  };
  const ground = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none") found.push(`contrast: ${name(at)} has an image behind text`);
      layers.push(colour(style.backgroundColor));
      if (layers[layers.length - 1].alpha === 1) break;
    }
    const scheme = matchMedia("(prefers-color-scheme: dark)").matches;
    let result = scheme ? { red: 18, green: 18, blue: 18, alpha: 1 } : { red: 255, green: 255, blue: 255, alpha: 1 };
    for (const layer of layers.reverse()) result = over(layer, result);
    return result;
  };
  const luminance = ({ red, green, blue }) => {
    const [r, g, b] = [red, green, blue].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (light + 0.05) / (dark + 0.05);
  };
  for (const details of document.querySelectorAll("details")) details.open = true;
  for (const story of document.querySelectorAll(".why")) story.style.display = "block";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let texts = 0;
  let least = 21;
  const seen = new Set();
  while (walker.nextNode()) {
    if (!walker.currentNode.data.trim()) continue;
    const element = walker.currentNode.parentElement;
    if (element.closest("script, option, title, desc")) continue;
    // Cards have no head, and leave out cells that hold nothing.
    const part = element.closest("thead, td");
    if (part && getComputedStyle(part).display === "none" && innerWidth < 960) continue;
    const style = getComputedStyle(element);
    if (style.visibility === "hidden" || !element.getClientRects().length) {
      found.push(`contrast: text in ${name(element)} cannot be seen: ${walker.currentNode.data.slice(0, 30)}`);
      continue;
    }
    texts += 1;
    const behind = ground(element);
    const ratio = contrast(over(colour(style.color), behind), behind);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    least = Math.min(least, ratio);
    if (size < 12) found.push(`size: text in ${name(element)} has ${size} pixels`);
    if (ratio < (isLarge ? 3 : 4.5)) {
      const line = `contrast: text in ${name(element)} has ${ratio.toFixed(2)}`;
      if (!seen.has(line)) found.push(line);
      seen.add(line);
    }
  }

  for (const story of document.querySelectorAll(".why")) story.style.removeProperty("display");

  // Links lead somewhere; ids are there once; nothing comes from elsewhere.
  const ids = new Set();
  for (const element of document.querySelectorAll("[id]")) {
    if (ids.has(element.id)) found.push(`id: ${element.id} is there twice`);
    ids.add(element.id);
  }
  for (const link of document.querySelectorAll("a")) {
    const target = link.getAttribute("href") || "";
    if (target.startsWith("#") ? !ids.has(target.slice(1)) : !/^https?:/.test(target)) {
      found.push(`link: ${target} leads nowhere`);
    }
    if (!link.textContent.trim()) found.push(`link: ${target} has no text`);
  }
  for (const element of document.querySelectorAll("script[src], iframe, link, img, object, [onclick]")) {
    found.push(`foreign: there is a ${name(element)}`);
  }
  for (const script of document.querySelectorAll("script")) {
    if (script.textContent.length >= 4096) found.push(`foreign: a script of ${script.textContent.length} bytes`);
  }

  // A colour is never alone: beside the sign, which is for the eye only, each coloured place has a word.
  for (const place of document.querySelectorAll(".result, .outcome")) {
    const copy = place.cloneNode(true);
    for (const silent of copy.querySelectorAll("[aria-hidden], a:not(.word)")) silent.remove();
    if (!copy.textContent.trim()) found.push(`colour: ${name(place)} has no word`);
  }
  return { found, texts, least };
})()
