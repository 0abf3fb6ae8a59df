// Keeps the person's open forms and work on this device before anybody opens them: the template, the answers and the files
// of each, so that a device that loses its network on the way can fill in all of them.
import { ApiError, get } from '#web/api/client.ts';
import { FORMS } from '#web/api/forms.ts';
import { readOn } from '#web/lists/read-on.ts';
import type { Device } from './device.ts';
import type { Draft } from './draft.ts';
import { isWaiting } from './drafts.ts';
import { fileIdsIn } from './files-in-answers.ts';
import { keepTemplates } from './keep-templates.ts';
import { keepWork } from './keep-work.ts';
import { removeUnlessOpen } from './open-lock.ts';
import { readRoom } from './room.ts';
import { nameOf } from './store.ts';
import { type Opened, takeIn } from './take-in.ts';
import { noteWorkSet } from './work-set-state.ts';

/** Forms beyond these, the most urgent first, are on the device only once they are opened. */
const MOST_FORMS = 200;

interface Listed {
  readonly id: string;
  readonly updatedAt: string;
  readonly dueAt?: string;
}

interface Attachment {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly field: string;
  readonly url: string;
}

type Detail = Opened & { readonly attachments: readonly Attachment[] };

/**
 * Asks the server for the open forms of the person, and brings this device up to date: new and changed forms are read,
 * and those that the person no longer has are removed, unless something here is not sent. One tab does this at a time.
 * @throws ApiError when the server does not answer; what was kept until then stays
 */
export function keepWorkSet(device: Device): Promise<void> {
  return navigator.locks.request(`${nameOf(device.person)}/work-set`, () => bringUpToDate(device));
}

async function bringUpToDate(device: Device): Promise<void> {
  const { listed, count } = await listOpen();
  const known = new Map((await device.store.drafts()).map((draft) => [draft.formId, draft]));
  const ready: string[] = [];
  let isFull = false;
  for (const { id, updatedAt, dueAt } of listed) {
    const draft = known.get(id);
    const isCurrent =
      draft?.listedAt === updatedAt &&
      // Kept by a version that did not know due dates.
      draft.dueAt === dueAt &&
      (await hasFiles(device, draft));
    // What is here already needs no more room.
    isFull ||= !isCurrent && (await readRoom())?.isFull === true;
    if (isFull && !isCurrent) continue;
    const outcome: Outcome = isCurrent ? 'kept' : await keepForm(device, id, updatedAt);
    isFull ||= outcome === 'full';
    if (outcome === 'kept') ready.push(id);
  }
  if (count === listed.length) await removeOthers(device, new Set(listed.map(({ id }) => id)));
  const work = await keepWork(device);
  const hasAllTemplates = !isFull && (await keepTemplates(device));
  noteWorkSet(device.person, { at: Date.now(), ready, count, work, isFull, hasAllTemplates });
}

/** Returns whether this device has the files of a form too, each of which is read on its own. */
async function hasFiles({ store }: Device, { formId, answers }: Draft): Promise<boolean> {
  const here = new Set((await store.files(formId)).map(({ id }) => id));
  return [...fileIdsIn(answers)].every((id) => here.has(id));
}

/** Returns the open forms that are kept ahead, and how many there are at least. */
async function listOpen(): Promise<{
  readonly listed: readonly Listed[];
  readonly count: number;
}> {
  const query = { scope: 'mine', status: 'draft', sort: 'agenda' };
  const { items: listed, isWhole } = await readOn<Listed>(FORMS, query, MOST_FORMS);
  return { listed, count: listed.length + (isWhole ? 0 : 1) };
}

/**
 * `partly`: a file is missing. `gone`: the form was taken away from the person meanwhile. `full`: the device has no room
 * for it.
 */
type Outcome = 'kept' | 'partly' | 'gone' | 'full';

async function keepForm(device: Device, id: string, listedAt: string): Promise<Outcome> {
  try {
    const form = await device.whileNothingIsSent(async () => {
      const read = await get<Detail>(`${FORMS}/${id}`);
      await takeIn(device, read, listedAt);
      return read;
    });
    for (const file of form.attachments) await keepFile(device, id, file);
    const draft = await device.store.draft(id);
    return draft === undefined || (await hasFiles(device, draft)) ? 'kept' : 'partly';
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return 'gone';
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return 'full';
    throw error;
  }
}

async function keepFile({ store }: Device, formId: string, file: Attachment): Promise<void> {
  const { url, ...kept } = file;
  if ((await store.file(file.id)) !== undefined || (await readRoom())?.isFull === true) return;
  const bytes = await fetch(url)
    .then((answer) => (answer.ok ? answer.blob() : undefined))
    .catch(() => undefined);
  // Without the file the form can still be filled in; the next round tries again.
  if (bytes === undefined) return;
  const { id, name, type, size, field } = kept;
  await store.addFile({ id, formId, field, name, type, size, bytes, isSent: true });
}

/** Removes forms that were kept ahead and are no longer the person's: completed elsewhere, deleted, or assigned away. */
async function removeOthers(device: Device, open: ReadonlySet<string>): Promise<void> {
  const { store } = device;
  for (const draft of await store.drafts()) {
    const { formId, listedAt } = draft;
    if (listedAt === undefined || open.has(formId)) continue;
    if (isWaiting(draft, await store.files(formId))) continue;
    await removeUnlessOpen(device, draft);
  }
}
