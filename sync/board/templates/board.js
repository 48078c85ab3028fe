"use strict";
(() => {
  const parts = (seconds) => {
    const days = Math.floor(seconds / 86400), hours = Math.floor(seconds / 3600) % 24;
    const minutes = Math.floor(seconds / 60) % 60, two = (number) => String(number).padStart(2, "0");
    if (days) return `${days} d ${hours} h ${two(minutes)} min`;
    return hours ? `${hours} h ${two(minutes)} min` : `${minutes} min ${two(Math.floor(seconds) % 60)} s`;
  };
  const since = (element) => (Date.now() - Date.parse(element)) / 1000;
  const age = document.getElementById("age"), stale = document.getElementById("stale");
  const tick = () => {
    let came = 0;
    for (const element of document.querySelectorAll("[data-until]")) {
      const left = -since(element.dataset.until);
      came += left <= 0;
      element.textContent = left > 0 ? `in ${parts(left)}` : "(has come since)";
      element.classList.toggle("passed", left <= 0);
    }
    const seconds = since(age.dataset.made);
    const ago = seconds >= 172800 ? `${Math.floor(seconds / 86400)} days` : parts(seconds).replace(/ \d\d s$/, "");
    age.textContent = seconds >= 60 ? ` (${ago} ago)` : "";
    const said = [came ? "Moments named below have come since: what was not allowed then may be now." : "",
      seconds >= 86400 ? "This board is more than a day old: votes and posts made since are not on it." : ""].filter(Boolean);
    stale.hidden = !said.length;
    stale.textContent = said.length ? `Everything below is as of then. ${said.join(" ")}` : "";
  };
  const me = document.getElementById("me"), mine = document.getElementById("mine");
  const rowOf = (name) => [...document.querySelectorAll("[data-player]")].find((row) => row.dataset.player === name);
  const show = (name) => {
    const row = name && rowOf(name);
    mine.replaceChildren();
    if (!row) return;
    const open = row.cells[1].querySelectorAll("a");
    mine.append(open.length ? `has not voted on: ` : "has voted on everything that is pending.");
    [...open].forEach((link, number) => mine.append(number ? ", " : "", link.cloneNode(true)));
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
