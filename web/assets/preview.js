// The picture: keeps the last good one, pans with a drag or the arrow keys, zooms at the pointer or between two fingers.

import { byId } from "./page.js";

const MARGIN = 24;
const LEAST = 0.05;
const MOST = 8;

export class Preview {
  #canvas = byId("canvas");
  #sheet = byId("sheet");
  #view = { x: 0, y: 0, scale: 1 };
  #isFitted = true;
  #pages = [];
  #page = 0;
  #pointers = new Map();
  #travelled = 0;

  /** Calls `clicked` with the bytes `{start, end}` of the source that drew what was clicked. */
  constructor({ clicked }) {
    this.#canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.#canvas.addEventListener("pointerdown", (event) => this.#down(event));
    this.#canvas.addEventListener("pointermove", (event) => this.#moved(event));
    for (const name of ["pointerup", "pointercancel"]) this.#canvas.addEventListener(name, (event) => this.#up(event));
    this.#canvas.addEventListener("keydown", (event) => this.#key(event));
    this.#canvas.addEventListener("dblclick", () => this.fit());
    this.#sheet.addEventListener("click", (event) => {
      const drawn = event.target.closest("[data-start]");
      if (drawn && !drawn.dataset.source && this.#travelled < 4) {
        clicked({ start: Number(drawn.dataset.start), end: Number(drawn.dataset.end) });
      }
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
    const isSame = this.#sheet.dataset.scheme === scheme && pages.length === this.#pages.length && pages.every((it, index) => it === this.#pages[index]);
    this.#sheet.classList.remove("old");
    if (isSame) return;
    this.#pages = pages;
    this.#page = Math.min(this.#page, pages.length - 1);
    this.#sheet.dataset.scheme = scheme;
    this.#draw();
  }

  /** Says that the source has moved on from the picture. */
  outdated() {
    this.#sheet.classList.add("old");
  }

  /** Lights up what a byte of the source has drawn; returns whether there is anything. */
  light(offset) {
    for (const drawn of this.#sheet.querySelectorAll(".here")) drawn.classList.remove("here");
    let smallest = Infinity;
    let found = [];
    for (const drawn of this.#sheet.querySelectorAll("[data-start]:not([data-source])")) {
      const [start, end] = [Number(drawn.dataset.start), Number(drawn.dataset.end)];
      if (offset < start || end < offset || end - start > smallest) continue;
      if (end - start < smallest) found = [];
      smallest = end - start;
      found.push(drawn);
    }
    for (const drawn of found) drawn.classList.add("here");
  }

  /** As large as fits, never larger than natural size. */
  fit() {
    const { width, height } = this.#size();
    const { clientWidth, clientHeight } = this.#canvas;
    this.#isFitted = true;
    if (!width || !clientWidth) return;
    const scale = Math.max(LEAST, Math.min(1, (clientWidth - 2 * MARGIN) / width, (clientHeight - 2 * MARGIN) / height));
    const x = Math.max(MARGIN, (clientWidth - width * scale) / 2);
    const y = Math.max(MARGIN, (clientHeight - height * scale) / 2.4);
    this.#view = { scale, x, y };
    this.#place();
  }

  #draw() {
    // The server sends only what its own writers made: no script, no handler, no foreign element.
    const parsed = new DOMParser().parseFromString(this.#pages[this.#page], "image/svg+xml");
    this.#sheet.replaceChildren(document.importNode(parsed.documentElement, true));
    const isMany = this.#pages.length > 1;
    for (const id of ["page-before", "page-after", "page-number"]) byId(id).hidden = !isMany;
    byId("page-before").disabled = this.#page === 0;
    byId("page-after").disabled = this.#page === this.#pages.length - 1;
    byId("page-number").textContent = `${this.#page + 1} / ${this.#pages.length}`;
    if (this.#isFitted) this.fit();
    else this.#place();
  }

  #turn(step) {
    const next = this.#page + step;
    if (next < 0 || next >= this.#pages.length) return;
    this.#page = next;
    this.#draw();
  }

  #size() {
    const svg = this.#sheet.firstElementChild;
    if (!svg) return { width: 0, height: 0 };
    const box = svg.viewBox?.baseVal;
    return {
      width: parseFloat(svg.getAttribute("width")) || box?.width || 0,
      height: parseFloat(svg.getAttribute("height")) || box?.height || 0,
    };
  }

  #place() {
    const { x, y, scale } = this.#view;
    this.#sheet.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    byId("zoom-level").textContent = `${Math.round(scale * 100)}%`;
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
