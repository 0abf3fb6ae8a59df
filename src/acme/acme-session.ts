import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { isObject, type JsonObject, member, textOf } from '#kernel/json.ts';
import { parseJson } from '#kernel/parse-json.ts';
import { type AcmeAnswer, callAuthority } from './acme-call.ts';

/** A request that the authority refused; the message is what it said. */
export class AcmeError extends Error {
  override readonly name = 'AcmeError';
}

export interface SessionOptions {
  readonly directoryUrl: string;
  readonly ca: Buffer | undefined;
  /** The key of the account, P-256, in PEM. */
  readonly accountKey: string;
  readonly email: string | undefined;
}

export interface AcmeObject {
  readonly body: JsonObject;
  /** Where the object is; undefined where the answer does not say. */
  readonly location: string | undefined;
  readonly retryAfterMs: number | undefined;
}

/** An account at an authority, and signed requests of it (RFC 8555 §6). */
export interface AcmeSession {
  /** Returns an address of the directory. @throws AcmeError if it has none */
  addressOf(resource: string): string;
  /** Sends a request. @param payload undefined: POST-as-GET (RFC 8555 §6.3). @throws AcmeError */
  post(url: string, payload?: object): Promise<AcmeObject>;
  /** Reads text. @throws AcmeError */
  read(url: string): Promise<string>;
  /** Returns what a challenge has to be answered with (RFC 8555 §8.1). */
  answerTo(token: string): string;
}

/** A nonce may be refused although it was just issued, for instance by another node of the authority. */
const NONCES = 5;
const LONGEST_TEXT = 300;

/** Opens the account of the key, which is made if there is none (RFC 8555 §7.3). @throws AcmeError */
export async function openSession(options: SessionOptions): Promise<AcmeSession> {
  const { directoryUrl, ca, email } = options;
  const key = createPrivateKey(options.accountKey);
  const jwk = jwkOf(key);
  const directory = bodyOf(await callAuthority(directoryUrl, { method: 'GET', ca }));
  const addressOf = (resource: string): string => requiredTextAt(directory, resource);
  let nonce: string | undefined;
  let account: string | undefined;

  const takeNonce = async (): Promise<string> => {
    const known =
      nonce ?? nonceOf(await callAuthority(addressOf('newNonce'), { method: 'HEAD', ca }));
    nonce = undefined;
    if (known === undefined) throw new AcmeError('The authority gives no nonce.');
    return known;
  };
  const send = async (
    url: string,
    payload: object | undefined,
    left = NONCES,
  ): Promise<AcmeAnswer> => {
    const owner = account === undefined ? { jwk } : { kid: account };
    const head = { alg: 'ES256', nonce: await takeNonce(), url, ...owner };
    const answer = await callAuthority(url, {
      method: 'POST',
      ca,
      body: signed(key, head, payload === undefined ? '' : JSON.stringify(payload)),
    });
    nonce = nonceOf(answer);
    if (answer.status < 400) return answer;
    const problem = problemOf(answer);
    if (problem.type.endsWith(':badNonce') && left > 1) return send(url, payload, left - 1);
    throw new AcmeError(problem.text);
  };
  const post: AcmeSession['post'] = async (url, payload) => {
    const answer = await send(url, payload);
    const { location, 'retry-after': wait } = answer.headers;
    const retryAfterMs = /^\d{1,9}$/.test(wait ?? '') ? Number(wait) * 1000 : undefined;
    return { body: bodyOf(answer), location, retryAfterMs };
  };

  const contact = email === undefined ? {} : { contact: [`mailto:${email}`] };
  const asked = { termsOfServiceAgreed: true, ...contact };
  account = (await post(addressOf('newAccount'), asked)).location;
  if (account === undefined) throw new AcmeError('The authority does not name the account.');
  return {
    addressOf,
    post,
    read: async (url) => (await send(url, undefined)).bytes.toString('utf8'),
    answerTo: (token) => `${token}.${thumbprintOf(jwk)}`,
  };
}

/** Returns a member that has to be text. @throws AcmeError */
export function requiredTextAt(object: JsonObject, name: string): string {
  const value = member(object, name);
  if (typeof value === 'string') return value;
  throw new AcmeError(`An answer of the authority has no ${name}.`);
}

function signed(key: KeyObject, head: object, payload: string): string {
  const [header, content] = [JSON.stringify(head), payload].map((text) =>
    Buffer.from(text).toString('base64url'),
  );
  const signature = sign('sha256', Buffer.from(`${header}.${content}`), {
    key,
    dsaEncoding: 'ieee-p1363',
  });
  return JSON.stringify({
    protected: header,
    payload: content,
    signature: signature.toString('base64url'),
  });
}

/** Returns the public key with its members in the order of RFC 7638 §3.2. */
function jwkOf(key: KeyObject) {
  const { crv, kty, x, y } = createPublicKey(key).export({ format: 'jwk' });
  return { crv, kty, x, y };
}

const thumbprintOf = (jwk: object): string =>
  createHash('sha256').update(JSON.stringify(jwk)).digest('base64url');

function nonceOf({ headers }: AcmeAnswer): string | undefined {
  const nonce = headers['replay-nonce'];
  return typeof nonce === 'string' ? nonce : undefined;
}

function bodyOf(answer: AcmeAnswer): JsonObject {
  if (answer.status >= 400) throw new AcmeError(problemOf(answer).text);
  const body = parseJson(answer.bytes);
  if (isObject(body)) return body;
  throw new AcmeError('An answer of the authority is no JSON object.');
}

/** Returns the type and the words of a refusal (RFC 8555 §6.7). */
function problemOf({ status, headers, bytes }: AcmeAnswer): {
  readonly type: string;
  readonly text: string;
} {
  const isProblem = String(headers['content-type']).startsWith('application/problem+json');
  const body = isProblem ? parseJson(bytes) : undefined;
  return {
    type: isObject(body) ? textOf(member(body, 'type')) : '',
    text: isObject(body) ? detailOf(body) : `The authority answered ${status}.`,
  };
}

/** Returns the detail of a problem, without what could break a line of the log. */
export const detailOf = (problem: JsonObject): string =>
  textOf(member(problem, 'detail')).slice(0, LONGEST_TEXT).toWellFormed();
