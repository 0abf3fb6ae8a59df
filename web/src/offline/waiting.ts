// Which forms on this device wait to be sent. All forms are read once, and then each one that has changed: a device can
// keep hundreds with their definitions, and reading them after every key would hold up what is typed.

import type { Draft } from './draft.ts';
import type { DraftStore } from './draft-store.ts';
import { isWaiting } from './drafts.ts';

export interface WaitingForms {
  /** Returns the forms that the server does not have completely, by their id. */
  list(): Promise<readonly Draft[]>;
  /** Reads the form again for the next list; undefined: all forms. */
  forget(formId?: string): void;
}

export function waitingForms(store: Pick<DraftStore, 'drafts' | 'draft' | 'files'>): WaitingForms {
  let isAllStale = true;
  const stale = new Set<string>();
  const known = new Map<string, Draft>();
  const take = async (draft: Draft) => {
    if (isWaiting(draft, await store.files(draft.formId))) known.set(draft.formId, draft);
    else known.delete(draft.formId);
  };
  const readAll = async () => {
    isAllStale = false;
    stale.clear();
    const drafts = await store.drafts();
    known.clear();
    await Promise.all(drafts.map(take));
  };
  const readOne = async (formId: string) => {
    stale.delete(formId);
    const draft = await store.draft(formId);
    if (draft === undefined) known.delete(formId);
    else await take(draft);
  };
  const read = async (): Promise<readonly Draft[]> => {
    try {
      if (isAllStale) await readAll();
      for (const formId of [...stale]) await readOne(formId);
    } catch (error) {
      isAllStale = true;
      throw error;
    }
    return [...known.values()].sort((a, b) => (a.formId < b.formId ? -1 : 1));
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    // One after the other: an earlier reading must not replace a later one.
    list() {
      const listed = last.then(read);
      last = listed.catch(() => undefined);
      return listed;
    },
    forget(formId) {
      if (formId === undefined) isAllStale = true;
      else stale.add(formId);
    },
  };
}
