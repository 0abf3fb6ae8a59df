// The data that this device keeps for the signed-in person, and the sender that brings it to the server, shared by all
// tabs.
import type { Session } from '#web/api/session.ts';
import { markSessionEnded } from '#web/api/session-end.ts';
import type { Draft } from './draft.ts';
import { formServer, isSignedIn } from './form-server.ts';
import { LONGEST_WAIT_MS, tryAgain } from './next-attempt.ts';
import { type FormServer, Refusal, sendAll } from './send.ts';
import { type DeviceStore, nameOf, type OnChange, openStore, type Person } from './store.ts';
import { type WaitingForms, waitingForms } from './waiting.ts';

export interface Device {
  readonly person: Person;
  readonly store: DeviceStore;
  /** Sends after a pause of a second, so that changes within that second go together. */
  sendSoon(): void;
  /** Sends now, including drafts that were to wait for their next attempt. Resolves when this attempt is over. */
  sendNow(): Promise<void>;
  /**
   * Reads from the server while no tab sends: an answer from before a form was completed would bring its copy back.
   */
  whileNothingIsSent<T>(read: () => Promise<T>): Promise<T>;
  /** Returns the forms that the server does not have completely. */
  waiting(): Promise<readonly Draft[]>;
  /** Returns when this tab sent last, in milliseconds since 1970: now while it sends, 0 before the first time. */
  sentAt(): number;
  /** Returns the share of a file that has been sent, from 0 to 1; undefined when it is not being sent. */
  progressOf(fileId: string): number | undefined;
  /** Calls the listener after each change, also one by another tab. @returns a function that stops this */
  listen(listener: () => void): () => void;
}

const PAUSE_MS = 1000;
const devices = new Map<string, Promise<Device>>();

export const personIn = ({ account, user, formId }: Session): Person => ({
  accountId: account.id,
  userId: user.id,
  formId,
});

/** Where a device sends to. */
export interface Connection {
  /** `onProgress` gets the share of a file, from 0 to 1, that has been sent. */
  server(store: DeviceStore, onProgress: (fileId: string, share: number) => void): FormServer;
  /** Whether requests are still answered as this person's. @throws Refusal */
  isOpen(): Promise<boolean>;
  /** Returns the storage to use in place of the one on this device. */
  storeOver?(kept: DeviceStore, onChange: OnChange): DeviceStore;
}

const toForms = (person: Person): Connection => ({
  server: (_, onProgress) => formServer(person, onProgress),
  isOpen: () => isSignedIn(person),
});

/** Returns the same device for the same person as long as the document is open. */
export function deviceOf(
  person: Person,
  connection: Connection = toForms(person),
): Promise<Device> {
  const name = nameOf(person);
  const known = devices.get(name) ?? open(person, name, connection);
  devices.set(name, known);
  return known;
}

const storages = new Map<string, Promise<Device | undefined>>();
const opened = new Map<string, Device>();

/**
 * Returns the device; undefined where the browser lets Formstead store nothing. Everything then works except filling in
 * forms.
 */
export function storageOf(person: Person): Promise<Device | undefined> {
  const name = nameOf(person);
  const known = storages.get(name) ?? openOnce(person, name);
  storages.set(name, known);
  return known;
}

async function openOnce(person: Person, name: string): Promise<Device | undefined> {
  try {
    const device = await deviceOf(person);
    opened.set(name, device);
    return device;
  } catch {
    return undefined;
  }
}

/** Returns the device that {@link storageOf} has opened; undefined until then. */
export const openedStorage = (person: Person): Device | undefined => opened.get(nameOf(person));

async function open(person: Person, name: string, connection: Connection): Promise<Device> {
  const listeners = new Set<() => void>();
  const progress = new Map<string, number>();
  const channel = new BroadcastChannel(name);
  const tellHere = () => {
    for (const listener of listeners) listener();
  };
  let forget: WaitingForms['forget'] = () => undefined;
  const tell = (formId?: string) => {
    channel.postMessage({ formId });
    forget(formId);
    tellHere();
  };
  channel.onmessage = ({ data }: MessageEvent<{ readonly formId?: string } | string>) => {
    // Tabs of an earlier version send a text.
    forget(typeof data === 'string' ? undefined : data.formId);
    tellHere();
  };
  const all = await openPatiently(person, tell);
  const own = person.formId === undefined ? all : onlyForm(all, person.formId);
  const store = connection.storeOver?.(own, tell) ?? own;
  const waiting = waitingForms(store);
  forget = waiting.forget;
  // Old forms that stay once more are no reason to keep nothing on this device.
  await tidy(all, person.formId === undefined ? waiting : waitingForms(all)).catch(() => undefined);
  const sender = createSender({ person, name, store, waiting, connection }, (fileId, share) => {
    progress.set(fileId, share);
    tellHere();
  });
  addEventListener('online', () => {
    // Another tab may have been closed before it could tell what it had changed.
    waiting.forget();
    void sender.sendNow();
  });
  return {
    person,
    store,
    ...sender,
    waiting: waiting.list,
    progressOf: (fileId) => progress.get(fileId),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Hides the other forms: they belong to other visits, whose sessions alone can send them. */
const onlyForm = (store: DeviceStore, formId: string): DeviceStore => ({
  ...store,
  async drafts() {
    const draft = await store.draft(formId);
    return draft === undefined ? [] : [draft];
  },
});

const PAUSES_MS = [200, 1000];

/**
 * Opens the storage, and tries again after a pause: a browser now and then fails to open a database that it opens a
 * moment later. Where it allows none at all (SecurityError), the first answer counts.
 */
async function openPatiently(person: Person, onChange: () => void): Promise<DeviceStore> {
  for (const pause of PAUSES_MS) {
    try {
      return await openStore(person, onChange);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'SecurityError') throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return await openStore(person, onChange);
}

const KEPT_MS = 30 * 86_400_000;

/**
 * Removes forms that the server has completely and that nobody has changed for 30 days. Those that are kept ahead leave
 * when the server no longer lists them.
 */
async function tidy(store: DeviceStore, waiting: WaitingForms): Promise<void> {
  const unsent = new Set((await waiting.list()).map(({ formId }) => formId));
  for (const { formId, changedAt, edits, listedAt } of await store.drafts()) {
    const isOld = listedAt === undefined && changedAt < Date.now() - KEPT_MS;
    if (isOld && !unsent.has(formId)) await store.remove(formId, edits);
  }
}

interface SenderDeps {
  readonly person: Person;
  readonly name: string;
  readonly store: DeviceStore;
  readonly waiting: WaitingForms;
  readonly connection: Connection;
}

/**
 * Makes the sender. Only one attempt runs at a time, in only one tab: the others wait for the lock and then find
 * nothing to send.
 */
function createSender(
  { person, name, store, waiting, connection }: SenderDeps,
  onProgress: (fileId: string, share: number) => void,
): Pick<Device, 'sendSoon' | 'sendNow' | 'whileNothingIsSent' | 'sentAt'> {
  const server = connection.server(store, onProgress);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wakesAt = Number.POSITIVE_INFINITY;
  const forgetWake = () => {
    clearTimeout(timer);
    wakesAt = Number.POSITIVE_INFINITY;
  };
  const wakeIn = (ms: number) => {
    forgetWake();
    wakesAt = Date.now() + ms;
    // The clock may be set back while this waits, and a timer of more than 24.8 days would fire at once.
    const soon = Math.min(ms, LONGEST_WAIT_MS);
    timer = setTimeout(() => {
      wakesAt = Number.POSITIVE_INFINITY;
      void round();
    }, soon);
  };
  /** Makes the timer fire earlier, but never later: something that was typed during this attempt has set it already. */
  const wakeBy = (ms: number) => {
    if (Date.now() + ms < wakesAt) wakeIn(ms);
  };
  let sentAt = 0;
  const attempt = async (): Promise<void> => {
    if ((await waiting.list()).length === 0) return;
    sentAt = Number.POSITIVE_INFINITY;
    await send().finally(() => {
      sentAt = Date.now();
    });
  };
  const send = async (): Promise<void> => {
    try {
      // Another person may have signed in through another tab: nothing may be sent under their name.
      if (!(await connection.isOpen())) return markSessionEnded(person.userId);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      wakeBy(NO_ANSWER_MS);
      return await noteNoAnswer(store, await waiting.list());
    }
    const { nextAt, isSignedOut } = await sendAll({
      // The others have nothing to send.
      store: { ...store, drafts: waiting.list },
      server,
      now: Date.now,
      share: Math.random,
    });
    if (isSignedOut) markSessionEnded(person.userId);
    if (nextAt !== undefined) wakeBy(Math.max(0, nextAt - Date.now()));
  };
  const alone = <T>(act: () => Promise<T>): Promise<T> =>
    navigator.locks.request(`${name}/sender`, act);
  const round = () => alone(attempt);
  return {
    whileNothingIsSent: alone,
    sentAt: () => Math.min(sentAt, Date.now()),
    sendSoon: () => wakeIn(PAUSE_MS),
    async sendNow() {
      forgetWake();
      for (const { formId } of await waiting.list()) {
        // A device that is full cannot note this; the form is then sent when its time has come.
        await store.update(formId, forgetWait).catch(ignoreStorage);
      }
      await round();
    },
  };
}

const NO_ANSWER_MS = 15_000;

/**
 * Records that the server did not answer, whatever the browser believes of the network: the screen must not say that it
 * is saving.
 */
async function noteNoAnswer(store: DeviceStore, waiting: readonly Draft[]): Promise<void> {
  for (const { formId } of waiting) {
    await store.update(formId, unanswered).catch(ignoreStorage);
  }
}

function ignoreStorage(error: unknown): void {
  if (!(error instanceof DOMException)) throw error;
}

const unanswered = (draft: Draft): Draft =>
  draft.failures > 0 ? draft : { ...draft, failures: 1, begunOffline: true };

const forgetWait = (draft: Draft): Draft =>
  draft.notBefore === 0 ? draft : { ...draft, failures: 0, notBefore: 0 };

/** Tries again to send what the server refused, because the person asks for it. */
export async function retry({ store, sendNow }: Device, formId: string): Promise<void> {
  await store.update(formId, tryAgain);
  await sendNow();
}
