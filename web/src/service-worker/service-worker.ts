// Keeps the app on the device, so that it opens without a network: its document, and the built files of the shell and
// of the screen for filling in forms. Of people and forms, only the text of a pushed notice passes through here.

/** The build replaces them: a digest of all files, the files to load in advance, and those of certain types of fields. */
declare const BUILD_DIGEST: string;
declare const BUILD_FILES: readonly string[];
declare const BUILD_KINDS: Readonly<Record<string, readonly string[]>>;

const PREFIX = 'formstead-';
const CACHE = PREFIX + BUILD_DIGEST;
const PAGE = '/';
const SLOW_MS = 5000;

/**
 * The parts of a worker's scope that are used here: TypeScript's types for documents and for workers cannot be used in
 * one program.
 */
interface Scope {
  readonly location: Location;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { readonly type: 'window' }): Promise<readonly Tab[]>;
    openWindow(url: string): Promise<unknown>;
  };
  readonly registration: {
    showNotification(
      title: string,
      options: { readonly body?: string; readonly tag: string; readonly icon: string },
    ): Promise<void>;
    readonly pushManager: {
      subscribe(options: {
        readonly userVisibleOnly: true;
        readonly applicationServerKey: string;
      }): Promise<{ toJSON(): object }>;
    };
  };
  skipWaiting(): Promise<void>;
  addEventListener(
    type: 'install' | 'activate' | 'pushsubscriptionchange',
    listener: (event: Living) => void,
  ): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(type: 'message', listener: (event: Asked) => void): void;
  addEventListener(type: 'push', listener: (event: Pushed) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Chosen) => void): void;
}
interface Tab {
  focus(): Promise<Tab>;
  navigate(url: string): Promise<unknown>;
}
interface Pushed extends Living {
  readonly data: { json(): unknown } | null;
}
interface Chosen extends Living {
  readonly notification: { close(): void };
}
interface Living {
  waitUntil(done: Promise<void>): void;
}
interface Asked extends Living {
  readonly data: { readonly keepKinds?: readonly string[] };
}
interface Fetching {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
declare const self: Scope;

export type {};

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => event.waitUntil(keepKinds(event.data.keepKinds ?? [])));
self.addEventListener('push', (event) => event.waitUntil(showNews(event.data?.json())));
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewPush()));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotices());
});
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin) return;
  if (mode === 'navigate' && !isServers(pathname)) event.respondWith(page(event.request));
  else if (/^\/(?:assets\/|icon\.svg$)/.test(pathname)) event.respondWith(file(event.request));
});

/** Returns whether a path belongs to the API or to a download from it. */
const isServers = (pathname: string): boolean =>
  /^\/(?:app|v2|scim|connect|logos|\.well-known)\//.test(pathname);

/** Stores all files or fails: the app would not open without one of them. */
async function install(): Promise<void> {
  const files = [...BUILD_FILES];
  const cache = await caches.open(CACHE);
  const answer = await fetch(PAGE, { cache: 'reload' });
  const text = await answer.clone().text();
  const entry = /src="(\/assets\/[^"]+)"/.exec(text)?.[1] ?? '';
  // The server was updated after this file was loaded; the new build has a service worker of its own.
  if (!answer.ok || !files.includes(entry)) throw new Error('This is the page of another build');
  await cache.addAll(files);
  await cache.put(PAGE, answer);
  await self.skipWaiting();
}

/** Stores the files of types of fields that forms on this device have. What fails is asked for again at the next start. */
async function keepKinds(kinds: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  const files = kinds.flatMap((kind) =>
    Object.hasOwn(BUILD_KINDS, kind) ? (BUILD_KINDS[kind] ?? []) : [],
  );
  const keepOne = async (file: string) => {
    if ((await caches.match(file)) === undefined) await cache.add(file);
  };
  await Promise.allSettled([...new Set(files)].map(keepOne));
}

/** Deletes old caches but keeps the last one: a tab may still run the previous build and load its files. */
async function activate(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Answers a navigation from the network, or from the cache when there is no answer, a slow one or a server error. */
async function page(request: Request): Promise<Response> {
  const fresh = fetch(request);
  const kept = async () => (await (await caches.open(CACHE)).match(PAGE)) ?? (await fresh);
  try {
    const slow = new Promise<undefined>((resolve) => setTimeout(resolve, SLOW_MS));
    const answer = await Promise.race([fresh, slow]);
    // A proxy answers with such a status when the server behind it does not run.
    return answer === undefined || answer.status >= 500 ? await kept() : answer;
  } catch {
    return await kept();
  }
}

/**
 * Answers from the cache if it has the file: the name of a built file contains a digest, so a cached one is never
 * outdated.
 */
async function file(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) await keep(request, answer.clone());
  return answer;
}

/** Keeps a file for later. On a device without room for it, the app still gets the file. */
async function keep(request: Request, answer: Response): Promise<void> {
  try {
    await (await caches.open(CACHE)).put(request, answer);
  } catch {
    // The next visit fetches it again.
  }
}

/** Without a network the device knows nothing of the person, so that its language decides. */
const NEUTRAL = { de: 'Neues in Formstead', en: 'You have news in Formstead' };

/**
 * Shows that there is news. A push holds the id of a notice; the text is asked for, with the rights of this moment. A
 * browser takes the permission away from a worker that shows nothing.
 */
async function showNews(pushed: unknown): Promise<void> {
  const id = idIn(pushed);
  const language = navigator.language.startsWith('de') ? 'de' : 'en';
  const { title = NEUTRAL[language], text } = await textOf(id);
  await self.registration.showNotification(title, {
    ...(text !== undefined && { body: text }),
    // The same notice again replaces what is shown.
    tag: id,
    icon: '/icon-192.png',
  });
}

const idIn = (pushed: unknown): string =>
  pushed instanceof Object && 'id' in pushed && typeof pushed.id === 'string' ? pushed.id : '';

/** Asks what a notice says. @returns nothing without a network, after signing out, and when it may not be seen any more */
async function textOf(id: string): Promise<{ readonly title?: string; readonly text?: string }> {
  try {
    const answer = await fetch(`/app/v1/notices/${encodeURIComponent(id)}/text`, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(SLOW_MS),
    });
    return answer.ok ? await answer.json() : {};
  } catch {
    return {};
  }
}

const PUSH = '/app/v1/me/push';

interface PushState {
  readonly key?: string;
  readonly devices: readonly { readonly id: string; readonly isThisSession: boolean }[];
}

/**
 * Takes part again after the browser has replaced its subscription by itself. Only where the person of this session has
 * turned news on in this browser: another one may be signed in by now.
 */
async function renewPush(): Promise<void> {
  const answer = await fetch(PUSH, { headers: { accept: 'application/json' } });
  if (!answer.ok) return;
  const { key, devices }: PushState = await answer.json();
  const old = devices.find(({ isThisSession }) => isThisSession);
  if (key === undefined || old === undefined) return;
  const { pushManager } = self.registration;
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = { endpoint: '', keys: {}, ...made.toJSON() };
  await fetch(`${PUSH}/${old.id}`, { method: 'DELETE' });
  await fetch(PUSH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
}

/** Shows the notices in a tab that is open, or in a new one. */
async function openNotices(): Promise<void> {
  const [tab] = await self.clients.matchAll({ type: 'window' });
  if (!tab) return void (await self.clients.openWindow('/notices'));
  await (await tab.focus()).navigate('/notices');
}
