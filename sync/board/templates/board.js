"use strict";
(() => {
  const parts = (seconds) => {
    const days = Math.floor(seconds / 86400), hours = Math.floor(seconds / 3600) % 24;
    const minutes = Math.floor(seconds / 60) % 60, two = (number) => String(number).padStart(2, "0");
    if (days) return `${days} d ${hours} h ${two(minutes)} min`;
    return hours ? `${hours} h ${two(minutes)} min` : `${minutes} min ${two(Math.floor(seconds) % 60)} s`;
  };
  const short = (seconds) => {
    const minutes = Math.floor(seconds / 60);
    if (minutes < 60) return `${minutes} min`;
    return minutes < 4320 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`;
  };
  const since = (time) => (Date.now() - Date.parse(time)) / 1000;
  const all = (name) => document.querySelectorAll(`[data-${name}]`);
  const age = document.getElementById("age"), stale = document.getElementById("stale");
  const tick = () => {
    let passed = 0;
    for (const element of all("until")) {
      const left = -since(element.dataset.until);
      passed += left <= 0;
      element.textContent = left > 0 ? ` (in ${parts(left)})` : " (has passed)";
      element.classList.toggle("passed", left <= 0);
    }
    for (const element of all("since")) element.textContent = short(Math.max(since(element.dataset.since), 0));
    const seconds = since(age.dataset.made);
    age.textContent = seconds >= 60 ? ` (${short(seconds)} ago)` : "";
    const said = [passed ? `${passed} ${passed === 1 ? "time" : "times"} named below ${passed === 1 ? "has" : "have"} passed: what was not allowed then may be now.` : "",
      seconds >= 86400 ? "This board is more than a day old: later votes and posts are missing." : ""].filter(Boolean);
    stale.hidden = !said.length;
    stale.textContent = said.length ? `Everything below is as of then. ${said.join(" ")}` : "";
  };
  const me = document.getElementById("me"), mine = document.getElementById("mine");
  const rowOf = (name) => [...document.querySelectorAll("[data-player]")].find((row) => row.dataset.player === name);
  const show = (name) => {
    const row = name && rowOf(name);
    mine.replaceChildren();
    if (!row) return;
    const open = row.cells[1].cloneNode(true);
    mine.append(...(open.dataset.done ? [open.dataset.done] : ["and have not voted on ", ...open.childNodes]));
  };
  if (me) {
    const choice = me.querySelector("select"), named = new URLSearchParams(location.search).get("me");
    me.hidden = false;
    choice.addEventListener("change", () => {
      const address = new URL(location.href);
      address.search = choice.value ? `?${new URLSearchParams({ me: choice.value })}` : "";
      history.replaceState(null, "", address);
      show(choice.value);
    });
    if (named && rowOf(named)) {
      choice.value = named;
      show(named);
    }
  }
  const opened = () => {
    const named = location.hash.slice(1);
    let there = document.getElementById(named);
    try { there ??= document.getElementById(decodeURIComponent(named)); } catch { /* no address of ours */ }
    for (let each = there; each; each = each.parentElement) if (each.tagName === "DETAILS") each.open = true;
    if (there) there.scrollIntoView();
  };
  addEventListener("hashchange", opened);
  if (location.hash) opened();
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((each) => { each.open = true; }));
  tick();
  setInterval(tick, 1000);
})();
