import { type Draft, type FileState, isWaiting } from './drafts.ts';

/**
 * How a form stands that this device keeps. `sent`: the server has all of it. `waiting`: it lacks some.
 * `completing`: it lacks some, and is to complete the form then. `conflict`, `refused`: somebody has to decide.
 */
export type Standing = 'sent' | 'waiting' | 'completing' | 'conflict' | 'refused';

export function standingOf(draft: Draft, files: readonly FileState[]): Standing {
  if (draft.conflict !== undefined) return 'conflict';
  if (draft.problem !== undefined) return 'refused';
  if (!isWaiting(draft, files)) return 'sent';
  return draft.wantsCompletion ? 'completing' : 'waiting';
}
