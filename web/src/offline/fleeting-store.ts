// The storage of a form whose device is to keep nothing: it lies in memory and goes with the page. Once the person has
// asked to send it, it lies on the device like any other, because what is sent may not be lost.

import type { Draft, StoredFile } from './draft.ts';
import { isUnsent } from './drafts.ts';
import type { DeviceStore, OnChange } from './store.ts';

/**
 * Makes the storage. `tell` is called when a form begins to lie on the device, before it does, and when it no longer
 * does.
 */
export function fleetingStore(
  kept: DeviceStore,
  onChange: OnChange,
  tell: (formId: string, isKept: boolean) => void,
): DeviceStore {
  const drafts = new Map<string, Draft>();
  const files = new Map<string, StoredFile>();
  const filesOf = (formId: string) => [...files.values()].filter((file) => file.formId === formId);
  const forgetHere = (formId: string) => {
    drafts.delete(formId);
    for (const { id } of filesOf(formId)) files.delete(id);
  };
  const bringDown = async (draft: Draft) => {
    tell(draft.formId, true);
    // The files first: a form on the device is sent as it lies there.
    for (const file of filesOf(draft.formId)) await kept.addFile(file);
    await kept.add(draft);
    forgetHere(draft.formId);
  };
  const bringUp = async (draft: Draft) => {
    const { formId } = draft;
    for (const { id } of await kept.files(formId)) {
      const file = await kept.file(id);
      if (file) files.set(id, file);
    }
    drafts.set(formId, draft);
    await kept.drop(formId);
    tell(formId, false);
  };
  /** Changes run one after the other, as transactions do. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const done = last.then(act);
    last = done.catch(() => undefined);
    return done;
  };
  return {
    ...kept,
    isFleeting: true,
    drafts: async () => [...drafts.values(), ...(await kept.drafts())],
    draft: async (formId) => drafts.get(formId) ?? (await kept.draft(formId)),
    update: (formId, change) =>
      inTurn(async () => {
        const draft = drafts.get(formId);
        if (draft === undefined) {
          const changed = await kept.update(formId, change);
          if (changed !== undefined && !isUnsent(changed)) await bringUp(changed);
          return changed;
        }
        const changed = change(draft);
        if (changed === draft) return draft;
        if (isUnsent(changed)) await bringDown(changed);
        else drafts.set(formId, changed);
        onChange(formId);
        return changed;
      }),
    add: (draft) =>
      inTurn(async () => {
        if (drafts.has(draft.formId) || (await kept.draft(draft.formId))) return;
        drafts.set(draft.formId, draft);
        onChange(draft.formId);
      }),
    remove: (formId, edits) =>
      inTurn(async () => {
        const draft = drafts.get(formId);
        if (draft === undefined) return await kept.remove(formId, edits);
        if (draft.edits !== edits) return false;
        forgetHere(formId);
        onChange(formId);
        return true;
      }),
    drop: (formId) =>
      inTurn(async () => {
        forgetHere(formId);
        await kept.drop(formId);
      }),
    files: async (formId) => [...filesOf(formId), ...(await kept.files(formId))],
    file: async (id) => files.get(id) ?? (await kept.file(id)),
    addFile: (file) =>
      inTurn(async () => {
        if (!drafts.has(file.formId)) return await kept.addFile(file);
        files.set(file.id, file);
        onChange(file.formId);
      }),
    markSent: (id, isSent) =>
      inTurn(async () => {
        const file = files.get(id);
        if (file === undefined) return await kept.markSent(id, isSent);
        files.set(id, { ...file, isSent });
        onChange(file.formId);
      }),
    removeFile: (id) =>
      inTurn(async () => {
        const file = files.get(id);
        if (file === undefined) return await kept.removeFile(id);
        files.delete(id);
        onChange(file.formId);
      }),
  };
}
