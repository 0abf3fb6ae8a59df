// Files that were sent and are no longer on the server: it removes after a day what no answer names, and the answer may
// come later than that. Pure.
import type { Draft, FileState, Trouble } from './draft.ts';
import { fileIdsIn } from './files-in-answers.ts';

/** Returns the files of this device that a refusal misses, without those that were sent again in vain. */
export function lostFiles(
  { answers, base, resent = [] }: Draft,
  files: readonly FileState[],
  { faults, step }: Trouble,
): readonly string[] {
  const places = faults.filter(({ rule }) => rule === 'uploaded-file').map(({ at }) => at);
  const named = fileIdsIn(answers);
  // The others in a list of files are not taken out of the saved answers.
  const kept = fileIdsIn(step === 'save' && base?.answers);
  const isLost = ({ id, field, isSent }: FileState) =>
    isSent && named.has(id) && !kept.has(id) && places.some((at) => at.includes(field));
  return files.filter((file) => isLost(file) && !resent.includes(file.id)).map(({ id }) => id);
}

/** Notes the files that are to be sent again, and once only. */
export const resending = (draft: Draft, lost: readonly string[]): Draft => ({
  ...draft,
  sent: undefined,
  resent: [...(draft.resent ?? []), ...lost],
});
