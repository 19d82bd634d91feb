// The style sheet of a board. `light-dark()` follows the `color-scheme` of the page around the board.

export const STYLE = `
:host {
  --background: light-dark(#ffffff, #131c25);
  --text: light-dark(#26323d, #dbe4ec);
  --quiet: light-dark(#4f5d6b, #a9bac9);
  --sky: light-dark(#eaf3fb, #1d3040);
  --far: light-dark(#d5e8f8, #182a3a);
  --border: light-dark(#c9dcec, #36516a);
  --lines: light-dark(#a9bfd3, #47627b);
  --orange: light-dark(#f58a1f, #f7973a);
  --orange-rim: light-dark(#a85204, #ffd9b0);
  --blue: light-dark(#2f6fc4, #3d7fd8);
  --blue-rim: light-dark(#1b4684, #b9d6ff);
  --wings: #ffffff;
  --orange-wings: light-dark(#ffffff, #3b1d00);
  --move: light-dark(#f2c230, #d9a919);
  --target: light-dark(#15803d, #4ade80);
  --highlight: light-dark(#a3e4bb, #2c6e46);
  --region: light-dark(#bcdcf7, #2b4a66);
  --danger: light-dark(#b42318, #ff9d92);
  --control: light-dark(#f3f6f9, #223140);
  --control-rim: light-dark(#7b8b9a, #7f93a6);
  display: block;
  color: var(--text);
  font: 400 1rem/1.4 system-ui, sans-serif;
  container-type: inline-size;
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.stage { position: relative; margin: 0 auto; touch-action: manipulation; user-select: none; -webkit-user-select: none; }
svg { display: block; width: 100%; height: auto; overflow: visible; }
.near { stop-color: var(--sky); }
.far { stop-color: var(--far); }
.rays { fill: var(--background); fill-opacity: 0.5; }
.sky { stroke: var(--border); stroke-width: 3; stroke-linejoin: round; }
.hole { fill: var(--background); stroke: var(--border); stroke-width: 2; stroke-linejoin: round; }
.lines, .ticks { fill: none; stroke: var(--lines); stroke-width: 1.5; stroke-linecap: round; }
.labels { fill: var(--quiet); font-size: calc(14.4px * var(--small, 1)); text-anchor: middle; }
.orange { --fill: var(--orange); --rim: var(--orange-rim); --wing: var(--orange-wings); }
.blue { --fill: var(--blue); --rim: var(--blue-rim); --wing: var(--wings); }
.disc { fill: var(--fill); stroke: var(--rim); stroke-width: 2; }
.shade { fill: #000000; fill-opacity: var(--shade, 0.16); }
.wings { fill: none; transform-box: fill-box; transform-origin: center; stroke: var(--wing); stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round; }
.veil { fill: var(--sky); }
.ghost .disc, .landing .disc { fill-opacity: 0.18; stroke-width: 1.5; stroke-dasharray: 4 3; }
.ghost .wings { stroke: var(--rim); stroke-opacity: 0.5; }
.landing .disc { fill-opacity: 0.6; stroke-width: 2; }
.flocks path, .band path { fill: none; stroke-linecap: round; stroke-linejoin: round; }
.flocks .edge { stroke: var(--rim); }
.flocks .veil, .band .veil { stroke: var(--sky); }
.flocks .inside { stroke: var(--fill); stroke-opacity: 0.4; }
.band .edge { stroke: var(--target); }
.trail { stroke: var(--move); stroke-width: 12; stroke-linecap: round; }
.move { fill: none; stroke: var(--move); stroke-width: 4; }
.end { fill: none; stroke: var(--target); stroke-width: 3.5; stroke-dasharray: 7 5.3; }
.add { fill: var(--target); fill-opacity: 0.5; }
.add.near { fill-opacity: 1; }
.target { fill: var(--sky); stroke: var(--target); stroke-width: 4; }
.highlights { fill: var(--highlight); fill-opacity: 0.7; }
.region { fill: var(--region); }
.region.orange { fill: color-mix(in srgb, var(--orange) 30%, var(--sky)); }
.kind0 { --kind: light-dark(#bcdcf7, #2b4a66); }
.kind1 { --kind: light-dark(#e3cdf2, #553a6b); }
.kind2 { --kind: light-dark(#d6d9c4, #4c5138); }
.open { fill: var(--kind); stroke: var(--sky); }
.mark { min-width: 1.5em; margin-right: 0.5em; padding: 0 0.3em; border-radius: 0.3em; background: var(--kind); }
.kept { fill: var(--highlight); stroke: var(--sky); }
.arrow { fill: var(--target); fill-opacity: 0.85; }
.glow { fill: var(--target); }
.tag circle { fill: var(--background); stroke: var(--target); stroke-width: 2; }
.tag text { fill: var(--text); font-size: 13px; font-weight: 700; text-anchor: middle; }
.arrow.ring { fill: none; stroke: var(--target); stroke-width: 4; }
.bad .arrow { fill: var(--danger); }
.bad .arrow.ring { fill: none; stroke: var(--danger); }
[role="grid"] button {
  position: absolute;
  aspect-ratio: 1;
  translate: -50% -50%;
  margin: 0;
  padding: 0;
  border: 0;
  border-radius: 50%;
  background: none;
  color: inherit;
  touch-action: manipulation;
  -webkit-tap-highlight-color: transparent;
}
.live [role="grid"] button { cursor: pointer; }
.live button[data-drag], .live.choosing button { touch-action: none; }
.live button[data-drag] { cursor: grab; }
.stage.dragging button { cursor: grabbing; }
[role="grid"] button:focus-visible { outline: 3px solid var(--text); outline-offset: -1px; z-index: 1; }
.bar { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.5rem; margin-top: 0.25rem; }
.bar p { margin: 0; min-height: 1.4em; }
.news { font-weight: 600; }
details { font-size: 0.9375rem; }
summary { min-height: 1.5rem; color: var(--quiet); cursor: pointer; }
summary:focus-visible { outline: 3px solid var(--text); }
.bar .confirm { background: var(--target); border-color: var(--target); color: light-dark(#ffffff, #08210f); font-weight: 600; }
.refused { color: var(--danger); }
.refused::before { content: "\\26a0\\fe0e  "; }
.advice { color: var(--quiet); min-height: 2.8em !important; }
@container (max-width: 34rem) {
  .bar .regions { gap: 0.3rem; }
  .bar .regions button { min-height: 2.2rem; padding: 0.2rem 0.5rem; font-size: 0.875rem; }
}
@container (max-width: 24rem) {
  .bar .line { gap: 0.3rem; }
  .bar .line > button { padding: 0 0.5rem; }
}
@container (min-width: 34rem) { .advice { min-height: 1.4em !important; } }
@container (min-width: 42rem) {
  .bar { grid-template-columns: minmax(14rem, 1fr) auto auto; align-items: start; gap: 0.5rem; min-height: 4.2rem; }
  .bar:has(> .line[hidden]) { grid-template-columns: minmax(0, 1fr); }
  .line { flex-wrap: nowrap; grid-area: 1 / 3; }
  .line:has(form) { width: 23rem; }
  .regions:not([hidden]) { display: grid; gap: 0.3rem; }
  .regions:not([hidden]) ~ .line { width: auto; }
  .bar .regions button { min-height: 2rem; padding: 0 0.4rem; font-size: 0.875rem; }
  form { flex-basis: 6rem; }
  .refused ~ .advice { display: none; }
}
.regions, .line, form { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; }
form { flex: 1 1 14rem; flex-wrap: nowrap; min-width: 0; }
input { flex: 1 1 6rem; min-width: 0; }
.bar button, input {
  min-height: 2.5rem;
  padding: 0 0.8rem;
  border: 1px solid var(--control-rim);
  border-radius: 0.4rem;
  background: var(--control);
  color: var(--text);
  font: inherit;
}
input { background: var(--background); }
input::placeholder { color: var(--quiet); opacity: 1; }
.bar button { cursor: pointer; }
.bar button:hover:not(:disabled) { border-color: var(--text); }
.bar :is(button, input):disabled { opacity: 0.5; cursor: default; }
/* What cannot be done now takes no room, and while a region is chosen, nothing else is. */
.line > button:disabled, .regions:not([hidden]) ~ .line > :is(slot, form) { display: none; }
.bar:has(.regions:not([hidden])) .news { display: none; }
.bar :is(button, input):focus-visible { outline: 3px solid var(--text); outline-offset: 1px; }
`;
