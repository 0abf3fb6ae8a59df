// Keeps the app itself on the device, so that it opens without a network: its page, and the built files of
// the shell and of what fills in forms. What the server knows of people and forms never passes through here.

/** The build puts in their place: a digest of all, and what to fetch beforehand. */
declare const BUILD_DIGEST: string;
declare const BUILD_FILES: readonly string[];

const PREFIX = 'formstead-';
const CACHE = PREFIX + BUILD_DIGEST;
const PAGE = '/';
const SLOW_MS = 5000;

/** What a worker has; the types of pages and of workers do not go together in one program. */
interface Scope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Living) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
}
interface Living {
  waitUntil(done: Promise<void>): void;
}
interface Fetching {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
declare const self: Scope;

export type {};

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin) return;
  if (mode === 'navigate' && !isServers(pathname)) event.respondWith(page(event.request));
  else if (/^\/(?:assets\/|icon\.svg$)/.test(pathname)) event.respondWith(file(event.request));
});

/** Answers of an interface, and what is downloaded from it. */
const isServers = (pathname: string): boolean =>
  /^\/(?:app|v2|scim|connect|logos|\.well-known)\//.test(pathname);

/** All or nothing: a page whose files are missing would not open. */
async function install(): Promise<void> {
  const files = [...BUILD_FILES];
  const cache = await caches.open(CACHE);
  const answer = await fetch(PAGE, { cache: 'reload' });
  const text = await answer.clone().text();
  const entry = /src="(\/assets\/[^"]+)"/.exec(text)?.[1] ?? '';
  // The server was updated between this file and its page: the next build has a worker of its own.
  if (!answer.ok || !files.includes(entry)) throw new Error('This is the page of another build');
  await cache.addAll(files);
  await cache.put(PAGE, answer);
  await self.skipWaiting();
}

/** What the build before loaded may still be open somewhere, and asks for its own files. */
async function activate(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** From the network while there is one that answers. */
async function page(request: Request): Promise<Response> {
  const fresh = fetch(request);
  const kept = async () => (await (await caches.open(CACHE)).match(PAGE)) ?? (await fresh);
  try {
    const slow = new Promise<undefined>((resolve) => setTimeout(resolve, SLOW_MS));
    const answer = await Promise.race([fresh, slow]);
    // What stands before the service says so when there is no service behind it.
    return answer === undefined || answer.status >= 500 ? await kept() : answer;
  } catch {
    return await kept();
  }
}

/** The name of a built file holds a digest of it: one that is here is the right one. */
async function file(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}
