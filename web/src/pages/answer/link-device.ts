// A visitor has no account, so the device keeps their answers under the link. This file opens, sends and forgets these
// answers, and leaves what is shown to visit-form.tsx.
import type { LinkReceipt } from '#public-links/app-types.ts';
import { ApiError } from '#web/api/client.ts';
import { begunAnswers } from '#web/fill/begun-answers.ts';
import { type Connection, type Device, deviceOf } from '#web/offline/device.ts';
import type { Draft } from '#web/offline/draft.ts';
import { isUnsent, type ServerForm } from '#web/offline/drafts.ts';
import { fleetingStore } from '#web/offline/fleeting-store.ts';
import { refusing, upload } from '#web/offline/form-server.ts';
import { tryAgain } from '#web/offline/next-attempt.ts';
import { openStore } from '#web/offline/store.ts';
import { isBegun, isOld, removeOld } from './left-behind.ts';
import {
  FILES,
  forget,
  noteReceipt,
  sendAnswers,
  stopWaiting,
  type Visit,
  waitFor,
  waitingOf,
} from './link-visit.ts';

// What this browser keeps of a form that somebody fills in by a public link, and how it is sent: the storage and the sender of
// the app, with the requests of the link. Nothing but files is sent before the form is.

/** The latest visit by the id of its form: the device of a form stays when its link is opened again. */
const visits = new Map<string, Visit>();

interface Found {
  readonly device: Device;
  /** Whether somebody has typed something that must not be shown before they are asked. */
  readonly isLeft: boolean;
  /** In milliseconds since 1970. What the server refused before is no longer of interest. */
  readonly openedAt: number;
}

/**
 * Opens the storage of a link and puts its form there, unless it is there already.
 * @returns `forgotten` when the form that was begun went, so that a new one has to be opened
 */
export async function openLinkDevice(key: string, visit: Visit): Promise<Found | 'forgotten'> {
  const { formId, keepOnDevice } = visit.opened;
  void removeOld().catch(() => undefined);
  const device = await deviceFor(key, visit);
  const before = await device.store.draft(formId);
  if (visit.isResumed) await device.store.update(formId, again);
  else if (before ? isOld(before) || !keepOnDevice : visit.isAgain) {
    await startOver(key, visit, device);
    return 'forgotten';
  }
  if (before === undefined) await device.store.add(await begun(visit));
  const openedAt = Date.now();
  // It may have waited for the network when its page was closed.
  void device.sendNow();
  const isLeft = before !== undefined && !visit.isResumed && isBegun(device.person, before);
  return { device, isLeft, openedAt };
}

/** Leaves the form for a new one: what was typed goes, unless somebody has asked to send it. */
export async function startOver(key: string, visit: Visit, device: Device): Promise<void> {
  const { formId } = visit.opened;
  forget(key);
  const draft = await device.store.draft(formId);
  if (draft && isUnsent(draft)) waitFor(key, visit);
  else await device.store.drop(formId);
}

/**
 * Sends the forms that were to be sent when somebody began another one. Nobody is here who could change them.
 * @param open opens the link for a form
 */
export async function sendWaiting(
  key: string,
  open: (draft: string) => Promise<Visit | LinkReceipt>,
): Promise<void> {
  for (const { accountId, linkId: userId, formId, draft } of waitingOf(key)) {
    // A form that this page shows, or has shown, has a device that sends it.
    if (visits.has(formId)) continue;
    try {
      const visit = await open(draft);
      if ('receipt' in visit) {
        await (await openStore({ accountId, userId }, () => undefined)).drop(formId);
        stopWaiting(key, formId);
        continue;
      }
      const device = await deviceFor(key, visit);
      if ((await device.store.update(formId, again)) === undefined) stopWaiting(key, formId);
      await device.sendNow();
    } catch (error) {
      // The link may be closed, or have another code: the form waits until it is opened the next time.
      if (!(error instanceof ApiError)) throw error;
    }
  }
}

/** Asks once more to send what was refused. */
const again = (draft: Draft): Draft =>
  draft.problem === undefined ? draft : { ...tryAgain(draft), wantsCompletion: isUnsent(draft) };

function deviceFor(key: string, visit: Visit): Promise<Device> {
  const { accountId, linkId, formId } = visit.opened;
  visits.set(formId, visit);
  const person = { accountId, userId: linkId, formId };
  return deviceOf(
    person,
    connectionOf(key, () => visits.get(formId) ?? visit),
  );
}

async function begun(visit: Visit): Promise<Draft> {
  const { title, templateId, versionNumber, definition, fixed, timeZone } = visit.form;
  const answers = await begunAnswers(definition, timeZone, fixed);
  return {
    formId: visit.opened.formId,
    name: title,
    templateId,
    versionNumber,
    definition,
    base: { revision: 1, answers },
    answers,
    sent: undefined,
    edits: 0,
    wantsCompletion: false,
    conflict: undefined,
    problem: undefined,
    failures: 0,
    notBefore: 0,
    changedAt: Date.now(),
  };
}

const connectionOf = (key: string, visit: () => Visit): Connection => ({
  isOpen: async () => true,
  storeOver: (kept, onChange) =>
    visit().opened.keepOnDevice
      ? kept
      : fleetingStore(kept, onChange, (formId, isKept) =>
          isKept ? waitFor(key, visit()) : stopWaiting(key, formId),
        ),
  server(store, onProgress) {
    const kept = async (formId: string): Promise<ServerForm> => {
      const draft = await store.draft(formId);
      const { templateId: id, title: name, versionNumber, definition } = visit().form;
      const answers = draft?.answers ?? {};
      const revision = draft?.base?.revision ?? 1;
      return { id: formId, name, template: { id }, versionNumber, definition, answers, revision };
    };
    return {
      create: ({ formId }) => kept(formId),
      read: (formId) => kept(formId),
      save: async (_, { revision }) => ({ revision: revision + 1 }),
      upload: (file) =>
        refusing(() =>
          visit().authorised((headers) => upload(FILES, file, { headers, onProgress })),
        ),
      async complete(formId) {
        const { answers } = await kept(formId);
        const receipt = await refusing(() => sendAnswers(visit(), answers));
        noteReceipt(key, visit(), receipt);
      },
    };
  },
});
