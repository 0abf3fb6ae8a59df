import type { Tx } from '#db/database.ts';
import type { Job } from '#jobs/jobs.ts';
import { composeDigest } from './compose-digest.ts';
import { selectDigestRecipients, takeDigestEntries } from './digest-entries.store.ts';
import type { LettersDeps } from './letters-deps.ts';

const EVERY_MS = 60_000;
/** How long forms are collected for one letter. */
const GATHERED_MS = 60 * 60_000;
const LIFE_MS = 2 * 24 * 60 * 60_000;
const AT_ONCE = 100;

type Deps = Pick<LettersDeps, 'db' | 'clock' | 'directory' | 'mailQueue' | 'publicUrl'>;

/** Returns the job that sends each person one letter about all forms that had no letter of their own. */
export const sendDigests = (deps: Deps): Job => ({
  name: 'send-digests',
  everyMs: EVERY_MS,
  async run() {
    const { db, clock } = deps;
    const failures: unknown[] = [];
    for (;;) {
      const people = await selectDigestRecipients(db.reader, clock.now() - GATHERED_MS, {
        // A person whose letter failed stays first in this order, so the failed ones are skipped.
        skipped: failures.length,
        limit: AT_ONCE,
      });
      for (const each of people) {
        // A failure of one letter does not stop the others.
        await db
          .transaction((tx) => sendDigest(deps, tx, each))
          .catch((error: unknown) => failures.push(error));
      }
      if (people.length < AT_ONCE) break;
    }
    if (failures.length > 0) {
      throw new AggregateError(failures, `${failures.length} people were not told of their forms.`);
    }
  },
});

async function sendDigest(
  deps: Deps,
  tx: Tx,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
): Promise<void> {
  const entries = await takeDigestEntries(tx, { accountId, userId });
  const letter = await composeDigest(deps, tx, { accountId, userId, entries });
  if (!letter) return;
  const expiresAt = deps.clock.now() + LIFE_MS;
  await deps.mailQueue.append(tx, accountId, [{ kind: 'digest', expiresAt, content: { letter } }]);
}
