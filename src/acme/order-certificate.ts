import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AcmeSettings } from '#config/settings.ts';
import { type IssueDeps, issueAnswer, requestCertificate } from '#http/issue-certificate.ts';
import { isObject, type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import {
  AcmeError,
  type AcmeSession,
  detailOf,
  openSession,
  requiredTextAt,
} from './acme-session.ts';
import { ACCOUNT, challengeName, type Items, type PemPair } from './items.ts';

/** The only way that needs no other port, and no listener without TLS (RFC 8737). */
const TLS_ALPN = 'tls-alpn-01';
/** The authority is asked for the result of its checks this often, with growing pauses: about two minutes. */
const LOOKS = 15;
const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Orders a certificate for the hosts (RFC 8555 §7.4). While it is ordered, every node answers the authority's challenges
 * from the items.
 * @throws AcmeError with what the authority said, or Error of the connection
 */
export async function orderCertificate(
  { directoryUrl, email, caFile }: AcmeSettings,
  hosts: readonly string[],
  items: Items,
  deps: IssueDeps,
): Promise<PemPair> {
  const session = await openSession({
    directoryUrl,
    email,
    ca: caFile === undefined ? undefined : await readFile(caFile),
    accountKey: await accountKey(items),
  });
  const identifiers = hosts.map((value) => ({ type: 'dns', value }));
  const { body, location } = await session.post(session.addressOf('newOrder'), { identifiers });
  if (location === undefined) throw new AcmeError('The authority does not name the order.');
  for (const url of listAt(body, 'authorizations')) {
    await authorize(session, textOf(url), items, deps);
  }
  await settled(session, location, ['pending']);
  const { request, privateKey } = await requestCertificate(hosts);
  await session.post(requiredTextAt(body, 'finalize'), { csr: request.toString('base64url') });
  const issued = await settled(session, location, ['ready', 'processing']);
  return {
    cert: await session.read(requiredTextAt(issued, 'certificate')),
    key: pemOf(privateKey),
  };
}

/** Proves that this service answers for the host of an authorisation (RFC 8555 §7.5). */
async function authorize(
  session: AcmeSession,
  url: string,
  items: Items,
  deps: IssueDeps,
): Promise<void> {
  const { body } = await session.post(url);
  if (member(body, 'status') === 'valid') return;
  const identifier = member(body, 'identifier');
  const host = isObject(identifier) ? requiredTextAt(identifier, 'value') : '';
  const challenge = challengeOf(body);
  if (!challenge) throw new AcmeError(`The authority does not offer ${TLS_ALPN} for ${host}.`);
  const answer = session.answerTo(requiredTextAt(challenge, 'token'));
  const digest = createHash('sha256').update(answer).digest();
  const { certificate, privateKey } = await issueAnswer(host, digest, deps);
  const pair = { cert: certificate.toString(), key: pemOf(privateKey) };
  await items.write(challengeName(host), pair);
  try {
    await session.post(requiredTextAt(challenge, 'url'), {});
    await settled(session, url, ['pending']);
  } finally {
    await items.remove(challengeName(host));
  }
}

/** Asks for an object until its status is none of those in which the authority is still at work. @throws AcmeError when it is invalid, or stays as it is */
async function settled(
  session: AcmeSession,
  url: string,
  waiting: readonly JsonValue[],
): Promise<JsonObject> {
  let pause = SHORTEST_PAUSE_MS;
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const { body, retryAfterMs } = await session.post(url);
    const status = member(body, 'status') ?? '';
    if (!waiting.includes(status)) {
      if (status === 'valid' || status === 'ready') return body;
      throw new AcmeError(faultOf(body));
    }
    await sleep(Math.min(retryAfterMs ?? pause, LONGEST_PAUSE_MS));
    pause *= 2;
  }
  throw new AcmeError('The authority takes too long to decide.');
}

/** Returns why an order or authorisation failed: its own problem, or that of its challenge. */
function faultOf(body: JsonObject): string {
  const error = member(body, 'error') ?? challengeOf(body)?.['error'];
  return isObject(error)
    ? detailOf(error)
    : `The authority says ${requiredTextAt(body, 'status')}.`;
}

const challengeOf = (authorization: JsonObject): JsonObject | undefined =>
  listAt(authorization, 'challenges')
    .filter(isObject)
    .find((each) => member(each, 'type') === TLS_ALPN);

function listAt(object: JsonObject, name: string): readonly JsonValue[] {
  const value = member(object, name);
  return Array.isArray(value) ? value : [];
}

/** Returns the key of the account at the authority, which is made once. */
async function accountKey(items: Items): Promise<string> {
  const item = await items.read(ACCOUNT);
  const known = item && member(item, 'key');
  if (typeof known === 'string') return known;
  const key = pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
  await items.write(ACCOUNT, { key });
  return key;
}

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
