import type { Draft, FileState } from './draft.ts';
import { isWaiting } from './drafts.ts';

/**
 * The sending state of a form on this device. `ready`: nobody has typed anything here yet. `sent`: the server has
 * everything. `waiting`: it lacks something. `completing`: it lacks something, and completes the form afterwards.
 * `conflict`, `refused`: somebody has to decide.
 */
export type Standing = 'ready' | 'sent' | 'waiting' | 'completing' | 'conflict' | 'refused';

export function standingOf(draft: Draft, files: readonly FileState[]): Standing {
  if (draft.conflict !== undefined) return 'conflict';
  if (draft.problem !== undefined) return 'refused';
  if (!isWaiting(draft, files)) return draft.edits === 0 ? 'ready' : 'sent';
  return draft.wantsCompletion ? 'completing' : 'waiting';
}
