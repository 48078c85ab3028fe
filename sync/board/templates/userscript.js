// ==UserScript==
// @name         BlogNomic verdicts (@@BLOG_HOST@@)
// @namespace    @@BOARD@@/
// @version      @@VERSION@@
// @description  Shows on the blog what can be done with each votable matter, from the board at @@BOARD@@/
// @match        @@BLOG@@/
// @match        @@BLOG@@/index.php
// @match        @@BLOG@@/archive/*
// @match        @@BLOG@@/index.php/archive/*
// @connect      @@BOARD_HOST@@
// @grant        GM_xmlhttpRequest
// @grant        GM.xmlHttpRequest
// @run-at       document-idle
// @noframes
// ==/UserScript==

"use strict";
(() => {
  const SETTINGS = "@@SETTINGS@@";
  const HOME = new URL(`${SETTINGS.blog}/`), TALLY = `${SETTINGS.board}/tally.json`;
  const PREFIX = /^\s*(?:\[[^\]]*\]\s*)*(proposal|call for judge?ment|declaration of victory)\s*:/i;
  // Control characters, those that change the direction of text, and halves of others.
  const STEERING = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
  const STALE_HOURS = 6, MOST_BYTES = 2_000_000, MOST_SECONDS = 10, MOST_SHOWN = 8;

  // An address below the blog, without host, index.php, page part (/P100) and final slash: "" is the front page.
  const pathOf = (address) => {
    let url;
    try { url = new URL(address, location.href); } catch { return null; }
    if (url.host !== HOME.host || !/^https?:$/.test(url.protocol) || !`${url.pathname}/`.startsWith(HOME.pathname)) return null;
    return url.pathname.slice(HOME.pathname.length)
      .replace(/^index\.php(?=\/|$)/, "").replace(/\/P\d{1,6}\/?$/, "").replace(/^\/+|\/+$/g, "");
  };
  const folded = (text) => text.replace(/\s+/g, " ").trim();
  const commentsOf = (heading) => {
    const post = heading.closest(".post"), footers = [...post?.querySelectorAll(".post-footer") ?? []];
    const footer = footers.filter((each) => each.closest(".post") === post && !each.closest(".comment")).at(-1);
    const stated = /\bcomments? ?\((\d{1,6})\)/i.exec(footer?.textContent ?? "");
    return stated && Number(stated[1]);
  };
  // The votable matters that nobody has resolved. A sticky one is listed twice alike; a post that imitates an entry differs.
  const readMatters = () => {
    const headings = [...document.querySelectorAll(".post-title")].filter((each) => !each.closest(".post-body, .comment"));
    const entries = headings.map((heading) => {
      const link = heading.querySelector("a[href]")?.href ?? (headings.length === 1 ? location.href : "about:blank");
      const words = heading.className.toLowerCase().split(/[\s_-]+/), prefix = PREFIX.exec(heading.textContent)?.[1].toLowerCase();
      const kind = words.map((word) => SETTINGS.kinds.find(([known]) => known === word)?.[1]).find(Boolean) ?? prefix;
      const isPending = Boolean(kind) && !words.some((word) => SETTINGS.resolved.includes(word));
      return { heading, path: pathOf(link), title: folded(heading.textContent), isPending, isDov: /^d/.test(kind), comments: commentsOf(heading) };
    });
    const differ = (one, other) => one.path === other.path && ["title", "isPending", "comments"].some((name) => one[name] !== other[name]);
    return entries.filter((each) => each.path && each.isPending).map((each) => ({ ...each, isClear: !entries.some((other) => differ(each, other)) }));
  };
  // The quorums that the page states outside of posts and comments, as the sidebar does.
  const readQuorums = () => {
    const isForeign = (node) => node.matches?.(".post, .comment, script, style");
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL, (node) => (isForeign(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
    let text = "";
    while (walker.nextNode()) if (walker.currentNode.nodeType === Node.TEXT_NODE) text += walker.currentNode.data;
    return [...text.matchAll(/\bquorum\s+is\s+(\d{1,4})\b/gi)].map(([, number]) => Number(number));
  };

  // The board
  const isText = (value) => typeof value === "string", isFlag = (value) => typeof value === "boolean";
  const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
  const isTime = (value) => isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value) && !Number.isNaN(Date.parse(value));
  const orNull = (is) => (value) => value === null || is(value);
  const listOf = (is) => (value) => Array.isArray(value) && value.every(is);
  const shape = (fields) => (value) => value !== null && typeof value === "object"
    && Object.entries(fields).every(([name, is]) => Object.hasOwn(value, name) && is(value[name]));
  const isTally = shape({
    as_of: isTime, players: shape({ quorum: isCount, stated_quorum: orNull(isCount) }), skipped: listOf(shape({ url: isText })), matters: listOf(shape({
      url: isText, title: isText, status: isText, counts: shape({ for: isCount, against: isCount, deferential: isCount }), quorum: isCount,
      enactable: orNull(isFlag), failable: orNull(isFlag), certified: isFlag, comments_read: orNull(isCount),
      earliest_enact: orNull(isTime), earliest_fail: orNull(isTime), enact_if_first: orNull(isTime), fail_if_first: orNull(isTime),
      ahead: listOf(isText), not_voted: listOf(isText), doubts: listOf(isText), blocking: listOf(isText),
    })) });
  const read = (text) => {
    const tally = JSON.parse(text);
    if (tally?.schema !== SETTINGS.schema) throw Error(`its schema is not ${SETTINGS.schema}: install its userscript again`);
    if (!isTally(tally)) throw Error("some of its data is missing or not understood: install its userscript again");
    return tally;
  };
  const load = () => new Promise((resolve, reject) => {
    const send = typeof GM_xmlhttpRequest === "function" ? GM_xmlhttpRequest : GM.xmlHttpRequest;
    let request;
    const stop = (why) => { reject(Error(why)); request?.abort?.(); };
    request = send({
      method: "GET", url: TALLY, anonymous: true, redirect: "error",
      onprogress: (event) => { if (event.loaded > MOST_BYTES) stop("its data is too large"); },
      onload: ({ status, finalUrl, responseText }) => {
        if (status !== 200) stop(`it answers with HTTP status ${status}`);
        else if (finalUrl && finalUrl !== TALLY) stop("its address leads to another one");
        else if (responseText.length > MOST_BYTES) stop("its data is too large");
        else resolve(responseText);
      },
      onerror: () => stop("it cannot be reached"),
    });
    setTimeout(() => stop(`it does not answer within ${MOST_SECONDS} seconds`), MOST_SECONDS * 1000);
  });

  // Words
  const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const plain = (text) => (text.length > 300 ? `${text.slice(0, 299)}…` : text).replace(STEERING, "\ufffd");
  const element = (tag, ...parts) => { const made = document.createElement(tag); made.append(...parts); return made; };
  const listed = (texts, separator) => [
    ...texts.slice(0, MOST_SHOWN).flatMap((text, place) => [place ? separator : "", element("bdi", plain(text))]),
    texts.length > MOST_SHOWN ? ` and ${texts.length - MOST_SHOWN} more` : "",
  ];
  const span = (seconds) => {
    const minutes = Math.floor(seconds / 60), hours = Math.floor(minutes / 60);
    if (hours < 72) return hours ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
    return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  };
  // In the reader's time zone; what is allowed from then on begins with the next full minute.
  const clock = (date) => date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
  const time = (iso, round = Math.floor) => {
    const date = new Date(round(Date.parse(iso) / 60000) * 60000);
    const day = date.toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short" });
    return Object.assign(element("time", `${day}, ${clock(date)}`), { dateTime: iso, title: `${date.toISOString().slice(0, 16)}Z` });
  };
  const since = (iso, now) => (now - Date.parse(iso)) / 1000;
  const hasPassed = (iso, now) => since(iso, now) >= 0;
  const until = (iso, now) => (hasPassed(iso, now) ? " (that has passed)" : ` (in ${span(-since(iso, now))})`);
  const from = (iso, now) => ["from ", time(iso, Math.ceil), until(iso, now)];

  const verdict = (matter) => {
    const { enactable, failable } = matter, certified = matter.certified && !matter.doubts.length;
    const outcomes = [enactable && "enacted", failable && "failed"].filter(Boolean).join(" or ");
    if (!outcomes && [enactable, failable].includes(null)) return { tone: "unsure", words: "not known: data is missing" };
    const words = outcomes ? `can be ${outcomes} now` : "cannot be resolved yet";
    if (!certified) return { tone: "unsure", words: `probably ${words}: check first` };
    return { tone: enactable ? "go" : failable ? "stop" : "wait", words, certified };
  };
  const openings = (matter) => [
    { outcome: "enacted", now: matter.enactable, earliest: matter.earliest_enact, first: matter.enact_if_first },
    { outcome: "failed", now: matter.failable, earliest: matter.earliest_fail, first: matter.fail_if_first }].filter((each) => !each.now);
  const whenPossible = (matter, { outcome, now, earliest, first }, moment) => {
    const older = matter.ahead.length, later = earliest ? from(earliest, moment) : ["not as things stand"];
    if (now === null && !earliest) return [`It is not known when it can be ${outcome}.`];
    if (older && first && first !== earliest) {
      const start = hasPassed(first, moment) ? [] : [", ", ...from(first, moment), " at the earliest"];
      const once = `once ${counted(older, "older Proposal")} ${older === 1 ? "is" : "are"} resolved`;
      return [`It can be ${outcome} ${once}`, ...start, "; else ", ...later, "."];
    }
    if (earliest) return [`It can be ${outcome} `, ...later, ", if no vote, post or roster changes."];
    // A CfJ may also be failed because an Admin judges that it asks for no change.
    return [`It cannot be ${outcome} ${outcome === "failed" ? "by its votes " : ""}as things stand.`];
  };
  // Why what the board says may no longer hold.
  const changes = (tally, matter, comments, { hasNewDov, quorums }, now) => {
    const quorum = tally.players.stated_quorum ?? tally.players.quorum, other = quorums.find((each) => each !== quorum);
    const age = since(tally.as_of, now), unread = comments === null || matter.comments_read === null;
    const newer = `This page has ${counted(comments, "comment")}, the board has read ${matter.comments_read}: votes may have changed.`;
    return [
      age > STALE_HOURS * 3600 && `The board is out of date: it is more than ${STALE_HOURS} hours old.`,
      age < -300 && "The board is dated in the future: check the clock of this device.",
      unread ? "Whether there are newer comments is not known." : comments !== matter.comments_read && newer,
      other !== undefined && `This page states quorum ${other}, the board has read ${quorum}: the roster may have changed.`,
      hasNewDov && "This page has a Declaration of Victory that is not on the board: the game may be on hiatus.",
      openings(matter).some((each) => each.earliest && hasPassed(each.earliest, now)) && "A time named below has passed.",
    ].filter(Boolean);
  };
  const pendingAt = (path, tally) => tally.matters.find((each) => each.status === "pending" && pathOf(each.url) === path);
  const reported = ({ path, title, isClear, comments }, tally, page, now) => {
    const matter = pendingAt(path, tally), ago = `${span(Math.max(0, since(tally.as_of, now)))} ago`;
    const origin = ["Board of ", time(tally.as_of), ` (${ago}): `, SETTINGS.board];
    const unknown = (...why) => ({ tone: "unsure", head: ["Not known"], lines: [why, origin] });
    if (!isClear) return unknown("This page has two posts with this address that differ: see its own page.");
    const isSkipped = tally.skipped.some((each) => pathOf(each.url) === path);
    if (!matter && isSkipped) return unknown("The board did not judge it, because its date could not be read.");
    if (!matter) return unknown("It is not on the board as a pending matter; it may be newer.");
    const name = element("bdi", plain(matter.title));
    if (title !== folded(matter.title)) return unknown("The board has another title for this address: “", name, "”.");
    const changed = changes(tally, matter, comments, page, now), { tone, words, certified } = verdict(matter), { counts } = matter;
    const votes = `${counts.for}–${counts.against}–${counts.deferential} (FOR–AGAINST–DEFERENTIAL), quorum ${matter.quorum}.`;
    const certificate = `Certified when the board was made (${clock(new Date(tally.as_of))}, ${ago}): check for a DoV, votes and rule changes since.`;
    return {
      tone: changed.length ? "unsure" : tone, head: ["“", name, `”: ${changed.length ? "not known now" : words}`], lines: [
        ...changed.map((each) => [each]),
        [changed.length ? `The board said: ${words}. ` : "", votes],
        ...openings(matter).map((each) => whenPossible(matter, each, now)),
        matter.enactable !== true && matter.blocking.length ? ["Blocks enacting: ", ...listed(matter.blocking, "; "), "."] : [],
        matter.not_voted.length ? ["No vote seen from: ", ...listed(matter.not_voted, ", "), "."] : [],
        certified ? [changed.length ? "It was certified." : certificate] : ["Not certified: ", ...listed(matter.doubts, "; "), "."],
        origin,
      ].filter((line) => line.length),
    };
  };

  // The panels
  const panelFor = (entry) => {
    const panel = Object.assign(element("div"), { role: "note", ariaLabel: "Verdict of the board" }), box = element("div");
    panel.attachShadow({ mode: "open" }).append(element("style", SETTINGS.style), box);
    entry.heading.after(panel);
    return box;
  };
  const start = async () => {
    const matters = readMatters();
    if (!matters.length) return;
    let tally, problem;
    try { tally = read(await load()); } catch ({ name, message }) { problem = name === "SyntaxError" ? "its data is not JSON" : message; }
    const panels = matters.map((entry) => ({ entry, box: panelFor(entry) }));
    const failed = { tone: "unsure", head: ["Not known"], lines: [[`There is no verdict of the board at ${SETTINGS.board}: ${problem}.`]] };
    const page = tally && { hasNewDov: matters.some((each) => each.isDov && !pendingAt(each.path, tally)), quorums: readQuorums() };
    const update = () => panels.forEach(({ entry, box }) => {
      const { tone, head, lines } = tally ? reported(entry, tally, page, Date.now()) : failed;
      box.className = tone;
      box.replaceChildren(element("p", element("strong", ...head)), ...lines.map((line) => element("p", ...line)));
    });
    update();
    if (tally) setInterval(update, 60000);
  };
  if (/^$|^archive\/./.test(pathOf(location.href) ?? "elsewhere")) start();
})();
