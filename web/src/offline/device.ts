// What this device keeps for the person who is signed in, and the one who sends it: in however many tabs.
import type { Session } from '../api/session.ts';
import { markSessionEnded } from '../api/session-end.ts';
import { type Draft, isWaiting, tryAgain } from './drafts.ts';
import { formServer, isSignedIn } from './form-server.ts';
import { Refusal, sendAll } from './send.ts';
import { type DeviceStore, nameOf, openStore, type Person } from './store.ts';

export interface Device {
  readonly person: Person;
  readonly store: DeviceStore;
  /** Soon; what is typed within a second goes together. */
  sendSoon(): void;
  /** Now, also what was to wait for its next attempt; resolves when that attempt is over. */
  sendNow(): Promise<void>;
  /** Forms of which the server lacks something. */
  waiting(): Promise<readonly Draft[]>;
  /** Share of a file that has gone out, 0 to 1; undefined when it is not on its way. */
  progressOf(fileId: string): number | undefined;
  /** Hears of each change, also by another tab. @returns how to stop listening */
  listen(listener: () => void): () => void;
}

const PAUSE_MS = 1000;
const devices = new Map<string, Promise<Device>>();

export const personIn = ({ account, user }: Session): Person => ({
  accountId: account.id,
  userId: user.id,
});

/** The same for the same person as long as the page lives. */
function deviceOf(person: Person): Promise<Device> {
  const name = nameOf(person);
  const known = devices.get(name) ?? open(person, name);
  devices.set(name, known);
  return known;
}

const storages = new Map<string, Promise<Device | undefined>>();

/** Undefined where the browser lets nothing be kept: everything works but filling in forms. */
export function storageOf(person: Person): Promise<Device | undefined> {
  const name = nameOf(person);
  const known = storages.get(name) ?? deviceOf(person).catch(() => undefined);
  storages.set(name, known);
  return known;
}

async function open(person: Person, name: string): Promise<Device> {
  const listeners = new Set<() => void>();
  const progress = new Map<string, number>();
  const channel = new BroadcastChannel(name);
  const tellHere = () => {
    for (const listener of listeners) listener();
  };
  const tell = () => {
    channel.postMessage('changed');
    tellHere();
  };
  channel.onmessage = tellHere;
  const store = await openStore(person, tell);
  const sender = createSender({ person, name, store }, (fileId, share) => {
    progress.set(fileId, share);
    tellHere();
  });
  addEventListener('online', () => void sender.sendNow());
  await tidy(store);
  return {
    person,
    store,
    ...sender,
    waiting: () => waitingIn(store),
    progressOf: (fileId) => progress.get(fileId),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const KEPT_MS = 30 * 86_400_000;

/** What the server has all of, and nobody typed in for a month. */
async function tidy(store: DeviceStore): Promise<void> {
  const unsent = new Set((await waitingIn(store)).map(({ formId }) => formId));
  for (const { formId, changedAt, edits } of await store.drafts()) {
    const isOld = changedAt < Date.now() - KEPT_MS;
    if (isOld && !unsent.has(formId)) await store.remove(formId, edits);
  }
}

interface SenderDeps {
  readonly person: Person;
  readonly name: string;
  readonly store: DeviceStore;
}

/** One attempt at a time, in one tab at a time: the others wait for the lock and find nothing to do. */
function createSender(
  { person, name, store }: SenderDeps,
  onProgress: (fileId: string, share: number) => void,
): Pick<Device, 'sendSoon' | 'sendNow'> {
  const server = formServer(person, onProgress);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wakesAt = Number.POSITIVE_INFINITY;
  const forgetWake = () => {
    clearTimeout(timer);
    wakesAt = Number.POSITIVE_INFINITY;
  };
  const wakeIn = (ms: number) => {
    forgetWake();
    wakesAt = Date.now() + ms;
    timer = setTimeout(() => {
      wakesAt = Number.POSITIVE_INFINITY;
      void round();
    }, ms);
  };
  /** Sooner than that, when something was typed during the attempt that ends with this. */
  const wakeBy = (ms: number) => {
    if (Date.now() + ms < wakesAt) wakeIn(ms);
  };
  const attempt = async (): Promise<void> => {
    if ((await waitingIn(store)).length === 0) return;
    try {
      // Somebody else may have signed in through another tab: not a word of it goes out as theirs.
      if (!(await isSignedIn(person))) return markSessionEnded(person.userId);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await noteNoAnswer(store);
      return wakeBy(NO_ANSWER_MS);
    }
    const { nextAt, isSignedOut } = await sendAll({
      store,
      server,
      now: Date.now,
      share: Math.random,
    });
    if (isSignedOut) markSessionEnded(person.userId);
    if (nextAt !== undefined) wakeBy(Math.max(0, nextAt - Date.now()));
  };
  const round = () => navigator.locks.request(`${name}/sender`, attempt);
  return {
    sendSoon: () => wakeIn(PAUSE_MS),
    async sendNow() {
      forgetWake();
      for (const { formId } of await waitingIn(store)) await store.update(formId, forgetWait);
      await round();
    },
  };
}

const NO_ANSWER_MS = 15_000;

/** Whatever the browser believes of the network: nobody is to read that anything is being saved. */
async function noteNoAnswer(store: DeviceStore): Promise<void> {
  for (const { formId } of await waitingIn(store)) await store.update(formId, unanswered);
}

const unanswered = (draft: Draft): Draft =>
  draft.failures > 0 ? draft : { ...draft, failures: 1 };

const forgetWait = (draft: Draft): Draft =>
  draft.notBefore === 0 ? draft : { ...draft, failures: 0, notBefore: 0 };

async function waitingIn(store: DeviceStore): Promise<readonly Draft[]> {
  const drafts = await store.drafts();
  const files = await Promise.all(drafts.map(({ formId }) => store.files(formId)));
  return drafts.filter((draft, i) => isWaiting(draft, files[i] ?? []));
}

/** Somebody asks to try what was refused once more. */
export async function retry({ store, sendNow }: Device, formId: string): Promise<void> {
  await store.update(formId, tryAgain);
  await sendNow();
}
