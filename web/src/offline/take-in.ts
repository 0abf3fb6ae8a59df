// Puts what the server has of a form onto this device, beside what was typed here.

import type { Draft } from './draft.ts';
import type { DraftStore } from './draft-store.ts';
import { isWaiting, located, met, refused, type ServerForm, succeeded } from './drafts.ts';
import { isEqual } from './merge.ts';

export type Opened = ServerForm & { readonly status: 'draft' | 'complete' };

/**
 * Adds a form to this device, or merges a newer state of the server into the copy here. Removes the copy of a form that
 * is complete, unless something here is not sent yet.
 * @param listedAt the server's time of the last change, for a form that is kept before anybody opens it
 */
export async function takeIn(
  { store }: { readonly store: DraftStore & { add(draft: Draft): Promise<void> } },
  form: Opened,
  listedAt?: string,
): Promise<void> {
  const draft = await store.draft(form.id);
  if (draft === undefined) {
    if (form.status === 'draft') await store.add(draftOf(form, listedAt));
    return;
  }
  if (form.status === 'complete' && !isWaiting(draft, await store.files(form.id))) {
    await store.remove(form.id, draft.edits);
    return;
  }
  await store.update(form.id, (now) => {
    const next = merged(now, form);
    return listedAt === undefined || next.listedAt === listedAt ? next : { ...next, listedAt };
  });
}

const LOST = 'assignment-state';

/** Records that the server has the form, whether it created it now or earlier: others may have answered since. */
export function created(draft: Draft, form: ServerForm, now: number): Draft {
  const { name, definition, versionNumber, lost } = form;
  const known = { ...succeeded(draft), confirmedAt: now, name, definition, versionNumber };
  const next = merged(known, form);
  if (lost === undefined) return next;
  // The person decides whether a form is still wanted that nobody waits for.
  const { detail: text, ...members } = lost;
  return refused(next, { code: LOST, text, members, step: 'complete', faults: [], at: now });
}

/** Merges what the server has of a form, unless it is older than what has been sent since. */
function merged(draft: Draft, { revision, answers, location, dueAt, review }: ServerForm): Draft {
  const { base } = draft;
  const known = base?.revision ?? 0;
  if (revision < known) return draft;
  const theirs = { revision, answers };
  let next = draft.dueAt === dueAt ? draft : { ...draft, dueAt };
  // A form begun here has, until somebody changes it, the answers that it started with here too.
  if (base === undefined && revision === 1) next = { ...next, base: theirs };
  else if (revision > known) next = met(next, theirs);
  // A conflict brings the answers of a revision without its location, so that is looked at in the same revision too.
  const there = isEqual(next.confirmedLocation, location) ? next : located(next, location);
  return isEqual(there.review, review) ? there : { ...there, review };
}

/** The state of a draft in which nothing was typed yet. */
export const UNTOUCHED = {
  sent: undefined,
  edits: 0,
  wantsCompletion: false,
  conflict: undefined,
  problem: undefined,
  failures: 0,
  notBefore: 0,
} as const;

const draftOf = (form: ServerForm, listedAt: string | undefined): Draft => ({
  ...UNTOUCHED,
  formId: form.id,
  name: form.name,
  dueAt: form.dueAt,
  templateId: form.template.id,
  templateName: form.template.name,
  versionNumber: form.versionNumber,
  definition: form.definition,
  base: { revision: form.revision, answers: form.answers },
  answers: form.answers,
  location: form.location,
  confirmedLocation: form.location,
  review: form.review,
  changedAt: listedAt === undefined ? Date.now() : Date.parse(listedAt),
  ...(listedAt !== undefined && { listedAt }),
});
