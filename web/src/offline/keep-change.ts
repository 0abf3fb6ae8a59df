// Stores what somebody types, also into a form that has just left this device: another tab signed out, or found the form
// complete.
import type { Draft } from './draft.ts';
import type { DraftStore } from './draft-store.ts';

/**
 * Changes a draft on this device. One that has been removed comes back with the change, so that the sender reports what
 * the server says of it.
 * @param latest the draft as it was last seen
 * @param change gives the same when it is applied again
 */
export async function keepChange(
  store: Pick<DraftStore, 'update'> & { add(draft: Draft): Promise<void> },
  latest: Draft,
  change: (draft: Draft) => Draft,
): Promise<Draft> {
  const { formId } = latest;
  const kept = await store.update(formId, change);
  if (kept !== undefined) return kept;
  await store.add(change(latest));
  // Another tab may have put it back meanwhile, without this change.
  const again = await store.update(formId, change);
  if (again === undefined) throw new Error('The form was removed again.');
  return again;
}
