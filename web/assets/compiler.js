// A worker: asks the server to compile, and reads the answer, which is large for a large diagram, off the main thread.

const running = new Map();

addEventListener("message", async ({ data: { id, abort, headers, body } }) => {
  if (abort) return running.get(id)?.abort();
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const answer = await fetch("/page/compile", { method: "POST", headers, body: JSON.stringify(body), signal: controller.signal });
    const told = await answer.json().catch(() => ({}));
    postMessage({ id, ok: answer.ok, status: answer.status, told });
  } catch (error) {
    postMessage({ id, failed: error.name });
  } finally {
    running.delete(id);
  }
});
