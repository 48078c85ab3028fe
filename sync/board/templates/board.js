"use strict";
(() => {
  const parts = (seconds) => {
    const days = Math.floor(seconds / 86400), hours = Math.floor(seconds / 3600) % 24;
    const minutes = Math.floor(seconds / 60) % 60, two = (number) => String(number).padStart(2, "0");
    if (days) return `${days} d ${hours} h ${two(minutes)} min`;
    return hours ? `${hours} h ${two(minutes)} min` : `${minutes} min ${two(Math.floor(seconds) % 60)} s`;
  };
  const since = (element) => (Date.now() - Date.parse(element)) / 1000;
  const tick = () => {
    for (const element of document.querySelectorAll("[data-until]")) {
      const left = -since(element.dataset.until);
      element.textContent = left > 0 ? `in ${parts(left)}` : "(passed)";
      element.classList.toggle("passed", left <= 0);
    }
    const age = document.getElementById("age"), seconds = since(age.dataset.made), stale = document.getElementById("stale");
    const ago = seconds >= 172800 ? `${Math.floor(seconds / 86400)} days` : parts(seconds).replace(/ \d\d s$/, "");
    age.textContent = seconds >= 60 ? ` (${ago} ago)` : "";
    stale.hidden = seconds < 86400;
    stale.textContent = stale.hidden ? "" : "This board is more than a day old: votes and posts made since are not on it.";
  };
  tick();
  setInterval(tick, 1000);
})();
