import type { Draft } from './draft.ts';

/** Records that the person completes the form. Asking once more while it waits to be sent does not make it later. */
export const completing = (draft: Draft, now: number): Draft => ({
  ...draft,
  wantsCompletion: true,
  completedAt: draft.wantsCompletion ? draft.completedAt : now,
});
