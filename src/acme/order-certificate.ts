import { readFile } from 'node:fs/promises';
import { Agent } from 'node:https';
import type { AcmeSettings } from '#config/settings.ts';
import { member } from '#kernel/json.ts';
import { ACCOUNT, challengeName, type Items, type PemPair } from './items.ts';

/** The only way that needs no other port, and no listener without TLS (RFC 8737). */
const TLS_ALPN = 'tls-alpn-01';
const CALL_MS = 30_000;
const MAX_ANSWER_BYTES = 1_048_576;
/** The authority is asked for the result of its checks this often, with growing pauses: about two minutes. */
const LOOKS = 15;
const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Orders a certificate for the hosts. While it is ordered, every node answers the authority's challenges from the items.
 * @throws Error of the client, with what the authority said
 */
export async function orderCertificate(
  { directoryUrl, email, caFile }: AcmeSettings,
  hosts: readonly string[],
  items: Items,
): Promise<PemPair> {
  // Loaded here, so that deployments without ACME do without it.
  const { default: acme } = await import('acme-client');
  const ca = caFile === undefined ? undefined : await readFile(caFile);
  const { defaults } = acme.axios;
  Object.assign(defaults, { timeout: CALL_MS, maxContentLength: MAX_ANSWER_BYTES });
  // The job that called has pauses of its own; an authority could ask for one of days.
  Object.assign(defaults, { acmeSettings: { retryMaxAttempts: 0, retryDefaultDelay: 1 } });
  defaults.httpsAgent = new Agent({ ca });
  const client = new acme.Client({
    directoryUrl,
    accountKey: await accountKey(items, acme.crypto.createPrivateEcdsaKey),
    backoffAttempts: LOOKS,
    backoffMin: SHORTEST_PAUSE_MS,
    backoffMax: LONGEST_PAUSE_MS,
  });
  const [key, csr] = await acme.crypto.createCsr(
    { altNames: [...hosts] },
    await acme.crypto.createPrivateEcdsaKey(),
  );
  const cert = await client.auto({
    csr,
    ...(email !== undefined && { email }),
    termsOfServiceAgreed: true,
    challengePriority: [TLS_ALPN],
    // Only the authority sees whether it can reach this service.
    skipChallengeVerification: true,
    async challengeCreateFn(authz, challenge, keyAuthorization) {
      // The types of the package know the two other kinds only.
      const type: string = challenge.type;
      if (type !== TLS_ALPN) {
        throw new Error(`The authority does not offer ${TLS_ALPN} for ${authz.identifier.value}.`);
      }
      const made = await acme.crypto.createAlpnCertificate(authz, keyAuthorization);
      const [challengeKey, challengeCert] = made.map(String);
      const name = challengeName(authz.identifier.value);
      await items.write(name, { key: challengeKey, cert: challengeCert });
    },
    challengeRemoveFn: (authz) => items.remove(challengeName(authz.identifier.value)),
  });
  return { cert, key: String(key) };
}

/** Returns the key of the account at the authority, which is made once. */
async function accountKey(items: Items, make: () => Promise<Buffer>): Promise<string> {
  const item = await items.read(ACCOUNT);
  const known = item && member(item, 'key');
  if (typeof known === 'string') return known;
  const key = String(await make());
  await items.write(ACCOUNT, { key });
  return key;
}
