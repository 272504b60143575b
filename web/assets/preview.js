// The picture: keeps the last good one, pans with a drag or the arrow keys, zooms at the pointer or between two fingers.
// A large picture comes in tiles, of which only those in view are in the document.

import { byId } from "./page.js";
import { drawnByLine, drawnFrom, labelAt, rangeAt, rangesIn, sourceOf } from "./places.js";

const MARGIN = 24;
const LEAST = 0.05;
const MOST = 8;
/** A picture that would be smaller than this to fit whole is shown from its top, as wide as fits. */
const READABLE = 0.3;
/** Pixels of the window beyond the canvas for which tiles are kept. */
const AHEAD = 200;

export class Preview {
  #canvas = byId("canvas");
  #sheet = byId("sheet");
  #view = { x: 0, y: 0, scale: 1 };
  #isFitted = true;
  #pages = [];
  #page = 0;
  #tiles = new Map();
  #extent = { width: 0, height: 0, tile: 0 };
  #lit;
  #pointers = new Map();
  #travelled = 0;

  /** Calls `clicked` with the bytes `{start, end}` of the source that drew what was clicked, or with its `label`. */
  constructor({ clicked }) {
    this.#canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.#canvas.addEventListener("pointerdown", (event) => this.#down(event));
    this.#canvas.addEventListener("pointermove", (event) => this.#moved(event));
    for (const name of ["pointerup", "pointercancel"]) this.#canvas.addEventListener(name, (event) => this.#up(event));
    this.#canvas.addEventListener("keydown", (event) => this.#key(event));
    this.#canvas.addEventListener("dblclick", () => this.fit());
    this.#sheet.addEventListener("click", (event) => {
      if (this.#travelled >= 4 || event.target.closest("a")) return;
      const place = sourceOf(event.target);
      const label = place ? undefined : labelAt(this.#sheet, event.target, { x: event.clientX, y: event.clientY });
      if (place || label) clicked({ ...place, label });
    });
    byId("zoom-in").addEventListener("click", () => this.#zoom(1.25));
    byId("zoom-out").addEventListener("click", () => this.#zoom(0.8));
    byId("zoom-fit").addEventListener("click", () => this.fit());
    byId("page-before").addEventListener("click", () => this.#turn(-1));
    byId("page-after").addEventListener("click", () => this.#turn(1));
    new ResizeObserver(() => this.#isFitted && this.fit()).observe(this.#canvas);
  }

  /** The page shown, counted from 0. */
  get page() {
    return this.#page;
  }

  /** Shows new pictures; the view stays where the reader put it. */
  show(pages, scheme) {
    this.#sheet.classList.remove("old");
    this.#pages = pages;
    this.#page = Math.min(this.#page, pages.length - 1);
    this.#sheet.dataset.scheme = scheme;
    this.#draw();
  }

  /** Takes everything away. */
  clear() {
    this.#pages = [];
    this.#page = 0;
    this.#isFitted = true;
    this.#forget();
  }

  /** Whether there is a picture. */
  get isEmpty() {
    return this.#pages.length === 0;
  }

  /** Says that the source has moved on from the picture. */
  outdated() {
    this.#sheet.classList.add("old");
  }

  /**
   * Lights up what a place of the source has drawn: `{offset, lineStart, lineEnd}` in bytes, or for Mermaid the whole
   * `{source, line}`.
   */
  light(place) {
    this.#lit = place;
    for (const drawn of this.#sheet.querySelectorAll(".here")) drawn.classList.remove("here");
    for (const drawn of this.#drawnHere()) drawn.classList.add("here");
  }

  /** Brings what is lit up into view. */
  follow() {
    const { places } = this.#pages[this.#page] ?? {};
    const range = places && this.#lit && rangeAt(places.flat(), this.#lit);
    if (range && !drawnFrom(this.#sheet, range).length) {
      // It is in a tile that is not in the document yet.
      const tile = places.findIndex((all) => all.some(([start, end]) => start === range[0] && end === range[1]));
      this.#move(0, this.#canvas.clientHeight / 3 - tile * this.#extent.tile * this.#view.scale - this.#view.y);
    }
    const view = this.#canvas.getBoundingClientRect();
    const boxes = this.#drawnHere().map((it) => it.getBoundingClientRect());
    const isSeen = (it) => it.right > view.left && it.left < view.right && it.bottom > view.top && it.top < view.bottom;
    if (!boxes.length || !view.width || boxes.some(isSeen)) return;
    const [box] = boxes;
    this.#move(view.left + view.width / 2 - (box.left + box.right) / 2, view.top + view.height / 2 - (box.top + box.bottom) / 2);
  }

  #drawnHere() {
    if (!this.#lit || this.isEmpty) return [];
    if (this.#lit.line !== undefined) return drawnByLine(this.#sheet, this.#lit.source, this.#lit.line);
    const { places } = this.#pages[this.#page];
    const range = rangeAt(places?.flat() ?? rangesIn(this.#sheet), this.#lit);
    return range ? drawnFrom(this.#sheet, range) : [];
  }

  /** As large as fits, never larger than natural size; a very tall or wide one as wide as fits, from its top. */
  fit() {
    const { width, height } = this.#extent;
    const { clientWidth, clientHeight } = this.#canvas;
    this.#isFitted = true;
    if (!width || !clientWidth) return;
    const across = Math.min(1, (clientWidth - 2 * MARGIN) / width);
    const whole = Math.min(across, (clientHeight - 2 * MARGIN) / height);
    const scale = Math.max(LEAST, whole < READABLE ? Math.max(across, READABLE) : whole);
    const x = Math.max(MARGIN, (clientWidth - width * scale) / 2);
    const y = Math.max(MARGIN, (clientHeight - height * scale) / 2.4);
    this.#view = { scale, x, y };
    this.#place();
  }

  #draw() {
    const page = this.#pages[this.#page];
    this.#extent = extent(page);
    this.#sheet.style.width = `${this.#extent.width}px`;
    this.#sheet.style.height = `${this.#extent.height}px`;
    for (const [number, tile] of this.#tiles) {
      if (page.tiles[number] !== tile.text) this.#drop(number);
    }
    const isMany = this.#pages.length > 1;
    for (const id of ["page-before", "page-after", "page-number"]) byId(id).hidden = !isMany;
    byId("page-before").disabled = this.#page === 0;
    byId("page-after").disabled = this.#page === this.#pages.length - 1;
    byId("page-number").textContent = `${this.#page + 1} / ${this.#pages.length}`;
    if (this.#isFitted) this.fit();
    else this.#place();
  }

  /** Brings the tiles in view into the document, and takes the others out. */
  #reveal() {
    const tiles = this.#pages[this.#page]?.tiles ?? [];
    const { tile } = this.#extent;
    const { y, scale } = this.#view;
    const first = Math.max(0, Math.floor((-y - AHEAD) / scale / tile));
    const last = Math.min(tiles.length - 1, Math.floor((this.#canvas.clientHeight - y + AHEAD) / scale / tile));
    for (const number of this.#tiles.keys()) {
      if (number < first || number > last) this.#drop(number);
    }
    let isNew = false;
    for (let number = first; number <= last; number += 1) {
      if (this.#tiles.has(number)) continue;
      this.#add(number, tiles[number]);
      isNew = true;
    }
    if (isNew && this.#lit) this.light(this.#lit);
  }

  #add(number, text) {
    // The server sends only what its own writers made: no script, no handler, no foreign element.
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    const svg = document.importNode(parsed.documentElement, true);
    const { width, height, tile, unit } = this.#extent;
    if (this.#pages[this.#page].tiles.length > 1) {
      const shown = Math.min(tile, height - number * tile);
      svg.setAttribute("viewBox", `0 ${(number * tile) / unit} ${width / unit} ${shown / unit}`);
      svg.setAttribute("height", shown);
      svg.style.position = "absolute";
      svg.style.top = `${number * tile}px`;
    }
    this.#tiles.set(number, { text, svg });
    this.#sheet.append(svg);
  }

  #drop(number) {
    this.#tiles.get(number).svg.remove();
    this.#tiles.delete(number);
  }

  #forget() {
    for (const number of [...this.#tiles.keys()]) this.#drop(number);
  }

  #turn(step) {
    const next = this.#page + step;
    if (next < 0 || next >= this.#pages.length) return;
    this.#page = next;
    this.#forget();
    this.#draw();
  }

  #place() {
    const { x, y, scale } = this.#view;
    this.#sheet.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    byId("zoom-level").textContent = `${Math.round(scale * 100)}%`;
    this.#reveal();
  }

  #zoom(factor, at = { x: this.#canvas.clientWidth / 2, y: this.#canvas.clientHeight / 2 }) {
    const scale = Math.min(MOST, Math.max(LEAST, this.#view.scale * factor));
    const grown = scale / this.#view.scale;
    this.#view = { scale, x: at.x - (at.x - this.#view.x) * grown, y: at.y - (at.y - this.#view.y) * grown };
    this.#isFitted = false;
    this.#place();
  }

  #move(dx, dy) {
    this.#view.x += dx;
    this.#view.y += dy;
    this.#isFitted = false;
    this.#place();
  }

  #wheel(event) {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) this.#zoom(Math.exp(-event.deltaY / 200), this.#inside(event));
    else if (event.shiftKey && !event.deltaX) this.#move(-event.deltaY, 0);
    else this.#move(-event.deltaX, -event.deltaY);
  }

  #inside(point) {
    const box = this.#canvas.getBoundingClientRect();
    return { x: point.clientX - box.left, y: point.clientY - box.top };
  }

  #down(event) {
    if (event.button !== 0 || event.target.closest("a")) return;
    if (!this.#pointers.size) this.#travelled = 0;
    this.#pointers.set(event.pointerId, event);
  }

  #moved(event) {
    const last = this.#pointers.get(event.pointerId);
    if (!last) return;
    const [dx, dy] = [event.clientX - last.clientX, event.clientY - last.clientY];
    this.#travelled += Math.abs(dx) + Math.abs(dy);
    // A click on the picture stays a click; a drag belongs to the canvas, wherever the pointer goes.
    if (this.#travelled >= 4 && !this.#canvas.hasPointerCapture(event.pointerId)) {
      this.#canvas.setPointerCapture(event.pointerId);
      this.#canvas.classList.add("moving");
    }
    const other = [...this.#pointers.values()].find((it) => it.pointerId !== event.pointerId);
    if (other) {
      const middle = this.#inside({ clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 });
      this.#zoom(distance(event, other) / (distance(last, other) || 1), middle);
      this.#move(dx / 2, dy / 2);
    } else {
      this.#move(dx, dy);
    }
    this.#pointers.set(event.pointerId, event);
  }

  #up(event) {
    this.#pointers.delete(event.pointerId);
    if (!this.#pointers.size) this.#canvas.classList.remove("moving");
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40] };
    if (steps[event.key]) this.#move(...steps[event.key]);
    else if (event.key === "+" || event.key === "=") this.#zoom(1.25);
    else if (event.key === "-") this.#zoom(0.8);
    else if (event.key === "0") this.fit();
    else if (event.key === "PageDown") this.#turn(1);
    else if (event.key === "PageUp") this.#turn(-1);
    else return;
    event.preventDefault();
  }
}

const distance = (one, other) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);

/** The size of a page in pixels, the height of a tile, and how many pixels a unit of the drawing has. */
function extent({ tiles, tile_height: tileHeight }) {
  const opening = /<svg\b[^>]*>/.exec(tiles[0])?.[0] ?? "";
  const number = (name) => parseFloat(new RegExp(`\\s${name}="([\\d.]+)(?:px)?"`).exec(opening)?.[1]);
  const box = /viewBox="([^"]*)"/.exec(opening)?.[1].split(/[\s,]+/).map(Number) ?? [];
  const width = number("width") || box[2] || 0;
  const height = number("height") || box[3] || 0;
  const unit = box[3] ? height / box[3] : 1;
  return { width, height, unit, tile: tileHeight ? tileHeight * unit : Math.max(height, 1) };
}
