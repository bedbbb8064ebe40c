"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const text = data.text;
  const at = (id) => document.getElementById(id);
  if (!at("felt")) return;
  const SVG = "http://www.w3.org/2000/svg";
  const SPEEDS = { slow: 3200, usual: 1600, fast: 600 };
  const LATER = "~";
  const REST = 300;
  let hand = 0, step = 0, timer = 0, noting = 0;

  // All text goes in as text: nothing that a player chose is ever read as markup.
  const make = (tag, kind, words) => {
    const made = document.createElement(tag);
    if (kind) made.className = kind;
    if (words !== undefined) made.textContent = words;
    return made;
  };

  const picture = (name, kind) => {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "0 0 100 140");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", name ? data.cards[name] : text.closed);
    if (kind) svg.setAttribute("class", kind);
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", "#card-" + (name || "back"));
    svg.append(use);
    return svg;
  };

  const row = (cards) => {
    const made = make("div", cards.length > 7 ? "cards wide" : "cards");
    made.append(...cards);
    return made;
  };

  const held = (token) => {
    if (!token.startsWith(LATER)) return picture(token);
    return at("later").checked ? picture(token.slice(1), "later") : picture("");
  };

  // One seat is at the bottom, the others follow clockwise around an ellipse.
  const seated = (seat, cards, acts) => {
    const box = make("div", acts ? "seat acts" : "seat");
    const angle = Math.PI / 2 + (2 * Math.PI * (seat - data.bottom)) / data.names.length;
    box.style.left = 50 + 36 * Math.cos(angle) + "%";
    box.style.top = 48.5 + 37 * Math.sin(angle) + "%";
    const label = make("div", "label");
    label.append(make("span", "name", acts ? data.names[seat] + ", " + text.acts : data.names[seat]));
    if (cards.length) label.append(make("span", "count", cards.length));
    box.append(label, row(cards.map(held)));
    return box;
  };

  const pile = ([label, open, closed]) => {
    const box = make("div", "pile");
    const pictures = open.map((name) => picture(name));
    if (closed && !open.length) pictures.unshift(picture(""));
    box.append(row(pictures), make("div", "", closed ? label + " (" + (closed + open.length) + ")" : label));
    return box;
  };

  const draw = () => {
    const steps = data.hands[hand].steps, now = steps[step];
    const felt = at("felt");
    felt.replaceChildren();
    const notes = make("div", "notes");
    notes.append(...now.notes.map((note) => make("div", "", note)));
    const middle = make("div", "middle");
    middle.append(...now.piles.map(pile));
    felt.append(notes, middle, ...now.hands.map((cards, seat) => seated(seat, cards, now.acts.includes(seat))));
    at("told").replaceChildren(...now.told.map((line) => make("p", "", line)));
    const lines = at("lines");
    lines.replaceChildren();
    steps.slice(0, step + 1).forEach((past, number) =>
      past.told.forEach((line) => lines.append(make("li", number === step ? "now" : "", line))));
    lines.scrollTop = lines.scrollHeight;
    at("step").max = steps.length - 1;
    at("step").value = step;
    at("place").textContent = step + 1 + " / " + steps.length;
    at("hand").value = hand;
    // Browsers refuse to note every step of a dragged slider: only where it comes to rest.
    clearTimeout(noting);
    noting = setTimeout(note, REST);
  };

  const note = () => history.replaceState(null, "", "#" + data.hands[hand].number + "." + (step + 1));

  const go = (toHand, toStep) => {
    hand = Math.min(Math.max(toHand, 0), data.hands.length - 1);
    step = Math.min(Math.max(toStep, 0), data.hands[hand].steps.length - 1);
    draw();
  };
  const last = (of) => data.hands[of].steps.length - 1;
  const forward = () => {
    if (step < last(hand)) go(hand, step + 1);
    else if (hand + 1 < data.hands.length) go(hand + 1, 0);
    else pause();
  };
  const back = () => {
    if (step) go(hand, step - 1);
    else if (hand) go(hand - 1, last(hand - 1));
  };

  const pause = () => {
    clearInterval(timer);
    timer = 0;
    label();
  };
  const play = () => {
    if (timer) return pause();
    timer = setInterval(forward, SPEEDS[at("speed").value]);
    label();
  };
  const label = () => {
    const name = timer ? text.pause : text.play;
    at("play").classList.toggle("on", timer !== 0);
    at("play").title = name;
    at("play").setAttribute("aria-label", name);
  };

  data.hands.forEach((one, number) => at("hand").append(new Option(one.number, number)));
  Object.keys(SPEEDS).forEach((name) => at("speed").append(new Option(text[name], name)));
  at("speed").value = "usual";
  at("hand").addEventListener("change", () => go(Number(at("hand").value), 0));
  at("step").addEventListener("input", () => go(hand, Number(at("step").value)));
  at("later").addEventListener("change", draw);
  at("speed").addEventListener("change", () => { if (timer) { pause(); play(); } });
  const ways = {
    start: () => go(hand, 0), back, play, forward, end: () => go(hand, last(hand)),
  };
  Object.entries(ways).forEach(([name, way]) => at(name).addEventListener("click", way));
  const keys = {
    ArrowRight: forward, ArrowLeft: back, n: forward, p: back, " ": play, Home: ways.start, End: ways.end,
    ArrowDown: () => (hand + 1 < data.hands.length ? go(hand + 1, 0) : ways.end()),
    ArrowUp: () => go(hand - 1, 0),
  };
  document.addEventListener("keydown", (event) => {
    const way = keys[event.key];
    // Lists and sliders need all these keys themselves; what is pressed or ticked needs only the space bar.
    const own = event.key === " " ? "input, select, button, summary" : "input[type=range], select";
    if (!way || event.target.closest(own) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    way();
  });

  const [number, place] = location.hash.slice(1).split(".").map(Number);
  const found = data.hands.findIndex((one) => one.number === number);
  go(found < 0 ? 0 : found, (place || 1) - 1);
})();
