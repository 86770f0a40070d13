// The tabs at the bottom, each with a button. The Tab key stops at one of the buttons, and the arrow keys move between them.
import { fill, h } from "./dom.js";
import { TABS } from "./link.js";

const NAMES = { difference: "Difference", matrix: "Matrix", takeovers: "Takeovers" };

export function drawTabs(app, list, panel, badges) {
  const current = app.state.tab ?? "difference", tabs = TABS.filter((tab) => tab !== "takeovers" || app.hasProver);
  fill(list, tabs.map((tab, index) => h("button", {
    role: "tab", id: `tab-${tab}`, key: `tab-${tab}`, "aria-selected": String(tab === current), "aria-controls": "panel", tabindex: tab === current ? "0" : "-1",
    onclick: () => app.openTab(tab),
    onkeydown: (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key], end = { Home: 0, End: tabs.length - 1 }[event.key];
      if (step === undefined && end === undefined) return;
      event.preventDefault();
      const next = tabs[end ?? (index + step + tabs.length) % tabs.length];
      app.openTab(next);
      document.getElementById(`tab-${next}`).focus();
    },
  }, NAMES[tab], badges[tab] && [" ", badges[tab]])));
  panel.setAttribute("aria-labelledby", `tab-${current}`);
}
