// Documents in this browser: named texts with their history, in IndexedDB. Nothing here shows anything.
// A document is `{id, name, text, theme, look, changed, revision}`; a version is `{id, document, time, text}`.

const VERSIONS_KEPT = 60;

/** Another tab has written the document since it was read. */
export class Conflict extends Error {}

let opening;

function database() {
  opening ??= new Promise((opened, failed) => {
    const request = indexedDB.open("straightedge", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("documents", { keyPath: "id" });
      request.result.createObjectStore("versions", { keyPath: "id", autoIncrement: true }).createIndex("document", "document");
    };
    request.onsuccess = () => opened(request.result);
    request.onerror = () => failed(new Error("This browser keeps no documents here; download what you need"));
  });
  return opening;
}

/** Runs `work(stores)` in one transaction and gives what it returns, once everything is written. */
async function within(mode, work) {
  const db = await database();
  return new Promise((done, failed) => {
    const transaction = db.transaction(["documents", "versions"], mode);
    const stores = { documents: transaction.objectStore("documents"), versions: transaction.objectStore("versions") };
    let result;
    transaction.oncomplete = () => done(result);
    transaction.onabort = () => failed(failure(transaction.error));
    Promise.resolve(work(stores)).then((it) => (result = it), (error) => {
      failed(error);
      transaction.abort();
    });
  });
}

const failure = (error) => (error?.name === "QuotaExceededError" ? new Error("The browser has no room left: delete documents, or download them") : error);

const answer = (request) => new Promise((done, failed) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => failed(failure(request.error));
});

/** A name for a new document that nobody else uses. */
export function freshId() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((it) => it.toString(16).padStart(2, "0")).join("");
}

/** Every document, the one changed last first. */
export async function all() {
  const found = await within("readonly", ({ documents }) => answer(documents.getAll()));
  return found.sort((a, b) => b.changed - a.changed);
}

export const read = (id) => within("readonly", ({ documents }) => answer(documents.get(id)));

/** Writes a document and gives it back as written; a [Conflict] if it is not the revision that was read. */
export function write(document) {
  return within("readwrite", async ({ documents }) => {
    const stored = await answer(documents.get(document.id));
    if ((stored?.revision ?? 0) !== document.revision) throw new Conflict();
    const written = { ...document, revision: document.revision + 1, changed: Date.now() };
    documents.put(written);
    return written;
  });
}

/** Removes a document and its history. */
export function remove(id) {
  return within("readwrite", async ({ documents, versions }) => {
    documents.delete(id);
    for (const key of await answer(versions.index("document").getAllKeys(id))) versions.delete(key);
  });
}

/** Keeps a text in the history of a document, unless it is the one kept last. */
export function keep(id, text) {
  return within("readwrite", async ({ versions }) => {
    const known = await answer(versions.index("document").getAll(id));
    if (known.at(-1)?.text === text) return;
    versions.add({ document: id, time: Date.now(), text });
    for (const old of known.slice(0, Math.max(0, known.length + 1 - VERSIONS_KEPT))) versions.delete(old.id);
  });
}

/** The history of a document, the latest first. */
export async function versions(id) {
  const found = await within("readonly", ({ versions }) => answer(versions.index("document").getAll(id)));
  return found.reverse();
}
