"use strict";
(() => {
  const one = (selector) => document.querySelector(selector);
  const all = (selector, inside = document) => Array.from(inside.querySelectorAll(selector));
  const marks = all(".text mark");
  const order = new Map(marks.map((mark, index) => [mark, index]));
  const rows = all("#placeholders tr[data-p]");
  const scope = one("#scope"), filter = one("#filter"), status = one("#status"), count = one("#count");
  const MOST_HITS = 500, DELAY = 120;
  let here = -1;

  const facts = (number) => {
    const cells = rows[number].cells;
    return { name: cells[0].textContent, kind: cells[1].textContent, rule: cells[2].textContent, why: cells[4].textContent };
  };
  const tell = (mark, before = "") => {
    const { name, kind, rule, why } = facts(Number(mark.dataset.p));
    status.textContent = `${before}${name}: ${kind}, rule ${rule}. ${why}`;
  };
  const wanted = (mark) => {
    const [what, value] = scope.value.split(" ");
    return what === "all" || (what === "kind" ? mark.classList.contains(value) : mark.dataset.p === value);
  };

  function goTo(mark) {
    if (here >= 0) marks[here].classList.remove("here");
    here = order.get(mark);
    mark.classList.add("here");
    // Blocks out of view get their real heights on the way, so the first jump may land beside its target.
    mark.scrollIntoView({ block: "center" });
    requestAnimationFrame(() => mark.scrollIntoView({ block: "center" }));
  }
  function jump(step) {
    unfilter();
    const fitting = marks.filter(wanted);
    if (!fitting.length) { status.textContent = "No such placeholder is marked in the members."; return; }
    const next = step > 0 ? fitting.find((mark) => order.get(mark) > here) ?? fitting[0] : before(fitting);
    goTo(next);
    tell(next, `${fitting.indexOf(next) + 1} of ${fitting.length}: `);
  }
  function before(fitting) {
    return fitting.findLast((mark) => order.get(mark) < here) ?? fitting[fitting.length - 1];
  }

  function unfilter() {
    if (!filter.value && !document.body.classList.contains("filtering")) return;
    filter.value = "";
    apply();
  }
  function apply() {
    const wordsWanted = filter.value.trim().toLowerCase();
    all("ol.hits").forEach((list) => list.remove());
    document.body.classList.toggle("filtering", wordsWanted !== "");
    let total = 0;
    for (const member of all(".member")) {
      const lines = wordsWanted ? search(member, wordsWanted) : [];
      member.classList.toggle("hit", lines.length > 0 || (wordsWanted !== "" && member.dataset.name.toLowerCase().includes(wordsWanted)));
      total += lines.length;
      if (lines.length) member.append(listOf(lines, wordsWanted));
    }
    count.textContent = wordsWanted ? `${total} lines` : "";
  }
  function search(member, text) {
    const found = [];
    for (const block of all(".text ol", member)) {
      if (!block.textContent.toLowerCase().includes(text)) continue;
      for (const [index, line] of Array.from(block.children).entries()) {
        if (line.textContent.toLowerCase().includes(text)) found.push([block.start + index, line]);
      }
    }
    return found;
  }
  function listOf(lines, text) {
    const list = document.createElement("ol");
    list.className = "hits";
    for (const [number, line] of lines.slice(0, MOST_HITS)) {
      const item = document.createElement("li");
      item.value = number;
      item.tabIndex = 0;
      underline(item, line.textContent, text);
      const open = () => { unfilter(); line.scrollIntoView({ block: "center" }); requestAnimationFrame(() => line.scrollIntoView({ block: "center" })); };
      item.addEventListener("click", open);
      item.addEventListener("keydown", (event) => { if (event.key === "Enter") open(); });
      list.append(item);
    }
    if (lines.length > MOST_HITS) {
      const rest = document.createElement("p");
      rest.textContent = `… and ${lines.length - MOST_HITS} more lines in this member`;
      list.append(rest);
    }
    return list;
  }
  function underline(item, shown, text) {
    const small = shown.toLowerCase();
    let from = 0;
    for (let at = small.indexOf(text); at >= 0; at = small.indexOf(text, from)) {
      const found = document.createElement("span");
      found.className = "found";
      found.textContent = shown.slice(at, at + text.length);
      item.append(shown.slice(from, at), found);
      from = at + text.length;
    }
    item.append(shown.slice(from));
  }

  let waiting = 0;
  filter.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(apply, DELAY); });
  one("#next").addEventListener("click", () => jump(1));
  one("#previous").addEventListener("click", () => jump(-1));
  document.addEventListener("click", (event) => {
    const mark = event.target.closest(".text mark");
    if (mark) { goTo(mark); tell(mark); }
    const row = event.target.closest("button[data-jump]");
    if (row) { scope.value = `one ${row.dataset.jump}`; here = -1; all("mark.here").forEach((each) => each.classList.remove("here")); jump(1); }
  });
  document.addEventListener("mouseover", (event) => {
    const mark = event.target.closest(".text mark");
    if (mark && !mark.title) { const { kind, rule, why } = facts(Number(mark.dataset.p)); mark.title = `${kind}, rule ${rule}: ${why}`; }
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") { unfilter(); status.textContent = ""; document.activeElement.blur(); return; }
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (event.key === "n") jump(1);
    else if (event.key === "p") jump(-1);
    else if (event.key === "/") { event.preventDefault(); filter.focus(); }
  });
})();
