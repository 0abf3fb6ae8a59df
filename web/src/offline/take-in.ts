// Puts what the server has of a form onto this device, beside what was typed here.
import { type Draft, isWaiting, located, met, type ServerForm } from './drafts.ts';
import { isEqual } from './merge.ts';
import type { DraftStore } from './send.ts';

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
    const merged = merge(now, form);
    return listedAt === undefined || merged.listedAt === listedAt
      ? merged
      : { ...merged, listedAt };
  });
}

function merge(draft: Draft, form: ServerForm): Draft {
  const known = draft.base?.revision ?? 0;
  // Ignores an answer that is older than what has been sent since.
  if (form.revision < known) return draft;
  const merged = form.revision === known ? draft : met(draft, form);
  // A conflict brings the answers of a revision without its location, so that is looked at in the same revision too.
  return isEqual(draft.confirmedLocation, form.location) ? merged : located(merged, form.location);
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
  templateId: form.template.id,
  templateName: form.template.name,
  versionNumber: form.versionNumber,
  definition: form.definition,
  base: { revision: form.revision, answers: form.answers },
  answers: form.answers,
  location: form.location,
  confirmedLocation: form.location,
  changedAt: listedAt === undefined ? Date.now() : Date.parse(listedAt),
  ...(listedAt !== undefined && { listedAt }),
});
