// People and an identity provider at work, all at once.
import { setTimeout as sleep } from 'node:timers/promises';
import { exportForms, fillForms, writeMuch } from './forms-load.ts';
import { changeGroups, provision, provisionInBulk } from './provisioning-load.ts';
import { NotDone, tell, type Work } from './telling.ts';

const PAUSE_MS = 20;

/** Runs until it is over: one client of each kind. */
export async function workUntilOver(work: Work): Promise<void> {
  const clients = [
    provision,
    provisionInBulk,
    changeGroups,
    issueTokens,
    fillForms,
    exportForms,
    writeMuch,
  ];
  await Promise.all(clients.map((client) => repeat(work, client)));
}

async function repeat(
  work: Work,
  client: (work: Work, round: string) => Promise<void>,
): Promise<void> {
  for (let round = 0; !work.isOver(); round += 1) {
    await client(work, `${work.prefix}${round}`).catch(async (error: unknown) => {
      if (!(error instanceof NotDone)) throw error;
      // The next round asks for something else, after a while.
      await sleep(PAUSE_MS);
    });
  }
}

/** A token is on record before it leaves the house. */
async function issueTokens(work: Work): Promise<void> {
  const { clientId, clientSecret } = work;
  const send = (path: string, fields: Readonly<Record<string, string>>) => {
    const proof = { client_id: clientId, client_secret: clientSecret };
    const body = new URLSearchParams({ ...proof, ...fields }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return tell(work, [], ['POST', path, { body, headers, token: null }]);
  };
  const asked = { grant_type: 'client_credentials', scope: 'public_api' };
  const issued = await send('/connect/token', asked);
  const toldAt = work.now();
  // It is encrypted: only the service can tell its name.
  const about = await send('/connect/introspect', { token: String(issued.at('access_token')) });
  work.ledger.attempt(`token ${String(about.at('jti'))}`, 'issued')(toldAt);
}
