// What earlier visitors have left on this device: for how long it stays, and what goes.
import type { Device } from '#web/offline/device.ts';
import type { Draft } from '#web/offline/draft.ts';
import { isUnsent } from '#web/offline/drafts.ts';
import { removeUnlessOpen } from '#web/offline/open-lock.ts';
import { openStore } from '#web/offline/store.ts';
import { holdsMoreThanAnswers } from '#web/offline/unkept.ts';

/** How long answers are kept that nobody has asked to send: as long as the server keeps their files. */
const KEPT_MS = 24 * 60 * 60_000;

/** Returns whether nobody has changed the form for so long that it goes; a time from a clock that was ahead counts. */
export const isOld = (draft: Draft): boolean =>
  !isUnsent(draft) && Math.abs(Date.now() - draft.changedAt) > KEPT_MS;

/** Returns whether somebody has typed something into the form. */
export const isBegun = ({ userId }: Device['person'], draft: Draft): boolean =>
  draft.edits > 0 || isUnsent(draft) || holdsMoreThanAnswers(userId, draft);

/** The storage of a link: its id is of version 8, where those of people are of version 7. */
const OF_LINK = /^formstead\/([^/]+)\/([0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f-]{21})$/;

/** Removes the old forms of all links from this device, except one that another tab shows. */
export async function removeOld(): Promise<void> {
  // Firefox before 126 does not list them; there, the forms of a link go when it is opened again.
  for (const { name = '' } of (await indexedDB.databases?.()) ?? []) {
    const [, accountId, userId] = OF_LINK.exec(name) ?? [];
    if (accountId === undefined || userId === undefined) continue;
    const store = await openStore({ accountId, userId }, () => undefined);
    for (const draft of (await store.drafts()).filter(isOld)) {
      const { formId } = draft;
      await removeUnlessOpen({ store, person: { accountId, userId, formId } }, draft);
    }
  }
}
