// The search of the reference. The index is a script, because a page from a file cannot fetch one.
(() => {
  const root = document.currentScript.dataset.root;
  const form = document.querySelector(".search");
  const input = form.querySelector("input");
  const list = document.getElementById("results");
  const LIMIT = 20;
  let loading = null;
  let chosen = -1;
  form.hidden = false;

  const load = () => {
    loading ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = root + "search-index.js";
      script.onload = () => resolve(window.referenceIndex);
      script.onerror = reject;
      document.head.append(script);
    });
    return loading;
  };

  // A smaller rank is a better match; null is no match.
  const rank = ([name, kind, , , summary, isFirst], text) => {
    const full = name.toLowerCase();
    const own = full.slice(full.lastIndexOf(".", full.indexOf("(") < 0 ? full.length : full.indexOf("(")) + 1);
    const bare = own.replace(/\(.*/, "");
    const isMember = name !== name.slice(-own.length);
    const humps = name.replace(/[^A-Z]/g, "").toLowerCase();
    let found = null;
    if (full === text || own === text) found = 0;
    else if (bare === text) found = 1;
    else if (own.startsWith(text) || full.startsWith(text)) found = 3;
    else if (text.length > 1 && humps.startsWith(text)) found = 4;
    else if (full.includes(text)) found = 5;
    else if (text.length > 2 && summary.toLowerCase().includes(text)) found = 7;
    if (found === null) return null;
    const weight = (isMember ? 2 : 0) - (isFirst ? 2 : 0) - (kind === "Module" ? 1 : 0) + (kind.startsWith("Deprecated") ? 40 : 0);
    return found * 4 + weight + name.length / 1000;
  };

  const choose = (number) => {
    const links = list.querySelectorAll("a");
    chosen = links.length ? (number + links.length) % links.length : -1;
    links.forEach((link, at) => link.setAttribute("aria-selected", at === chosen));
    if (chosen >= 0) {
      input.setAttribute("aria-activedescendant", links[chosen].id);
      links[chosen].scrollIntoView({ block: "nearest" });
    } else {
      input.removeAttribute("aria-activedescendant");
    }
  };

  const close = () => {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    choose(-1);
  };

  const element = (tag, text) => {
    const made = document.createElement(tag);
    made.textContent = text;
    return made;
  };

  const show = async () => {
    const text = input.value.trim().toLowerCase();
    if (!text) return close();
    let index;
    try {
      index = await load();
    } catch {
      index = null;
    }
    if (text !== input.value.trim().toLowerCase()) return;
    const found = (index ?? []).map((row) => [rank(row, text), row]).filter(([value]) => value !== null).sort((a, b) => a[0] - b[0]);
    list.replaceChildren(...found.slice(0, LIMIT).map(([, [name, kind, module, href, summary]], number) => {
      const link = document.createElement("a");
      link.href = root + href;
      link.id = "result-" + number;
      link.tabIndex = -1;
      link.setAttribute("role", "option");
      link.append(element("code", name), element("small", `${kind} in ${module}. ${summary}`));
      return link;
    }));
    if (!found.length) list.append(element("p", index ? "No symbol matches." : "The search index is missing. Run make docs again."));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    choose(found.length ? 0 : -1);
    list.scrollTop = 0;
  };

  input.addEventListener("input", show);
  input.addEventListener("focus", () => { load().catch(() => {}); if (input.value) show(); });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelectorAll("a")[chosen]?.click();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Escape") {
      close();
    }
  });
  // A result on the same page moves to its place.
  list.addEventListener("click", () => setTimeout(close));
  form.addEventListener("focusout", (event) => { if (!form.contains(event.relatedTarget)) setTimeout(close, 150); });
  addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
    }
  });
})();
