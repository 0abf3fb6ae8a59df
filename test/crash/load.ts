// Simulates people and an identity provider at work at the same time.
import { setTimeout as sleep } from 'node:timers/promises';
import { exportForms, fillForms, writeMuch } from './forms-load.ts';
import { changeGroups, provision, provisionInBulk } from './provisioning-load.ts';
import { NotDone, sendStep, type Work } from './recorded-requests.ts';

const PAUSE_MS = 20;

/** Runs one client of each kind until the work is over. */
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

/** Issues tokens, each of which must be on record before it is sent. */
async function issueTokens(work: Work): Promise<void> {
  const { clientId, clientSecret } = work;
  const send = (path: string, fields: Readonly<Record<string, string>>) => {
    const proof = { client_id: clientId, client_secret: clientSecret };
    const body = new URLSearchParams({ ...proof, ...fields }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return sendStep(work, [], ['POST', path, { body, headers, token: null }]);
  };
  const asked = { grant_type: 'client_credentials', scope: 'public_api' };
  const issued = await send('/connect/token', asked);
  const toldAt = work.now();
  // The token is encrypted, so only the service can read its id.
  const about = await send('/connect/introspect', { token: String(issued.at('access_token')) });
  work.ledger.attempt(`token ${String(about.at('jti'))}`, 'issued')(toldAt);
}
