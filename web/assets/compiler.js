// A worker: asks the server to compile, and reads the answer, which is large for a large diagram, off the main thread.

const running = new Map();

/** What the tiles of a large page were drawn from, so that the page finds the tile of a place without reading them. */
function places(tiles) {
  return tiles.map((tile) => [...tile.matchAll(/<g\b[^>]*\bdata-start="(\d+)" data-end="(\d+)"[^>]*>/g)]
    .filter(([tag]) => !tag.includes("data-source"))
    .map(([, start, end]) => [Number(start), Number(end)]));
}

addEventListener("message", async ({ data: { id, abort, headers, body } }) => {
  if (abort) return running.get(id)?.abort();
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const answer = await fetch("/page/compile", { method: "POST", headers, body: JSON.stringify(body), signal: controller.signal });
    const told = await answer.json().catch(() => ({}));
    for (const page of told.pages ?? []) if (page.tiles.length > 1) page.places = places(page.tiles);
    postMessage({ id, ok: answer.ok, status: answer.status, told });
  } catch (error) {
    postMessage({ id, failed: error.name });
  } finally {
    running.delete(id);
  }
});
