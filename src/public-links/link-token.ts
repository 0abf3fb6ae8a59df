import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Random } from '#kernel/ids.ts';
import { isObject, type JsonObject } from '#kernel/json.ts';
import { parseJson } from '#kernel/parse-json.ts';

const TOKEN_BYTES = 18;
const KEY_BYTES = 32;
const MAC_BYTES = 16;
const TOKEN =
  /^([a-z0-9]{1,40})\.([A-Za-z0-9_-]{24}|[A-Za-z0-9_-]{43})(?:\.([A-Za-z0-9_-]{1,4000})\.([A-Za-z0-9_-]{22}))?$/;
/** The length of a SHA-256 in base64url. */
const HASH_LENGTH = 43;

/** The secrets of a link, stored sealed. */
export interface LinkSecrets {
  /** The account's code, so that a look-up searches no accounts, and 144 random bits. */
  readonly token: string;
  /** Signs prefilled answers. People have the token, so it cannot be the key. */
  readonly key: string;
}

/** What follows `#` in the address of a link. */
export interface ParsedToken {
  readonly accountCode: string;
  /** SHA-256 of the token without the answers, base64url. */
  readonly hash: string;
  /** The prefilled answers as text, with their signature. */
  readonly signed: { readonly payload: string; readonly mac: string } | undefined;
}

export function makeLinkSecrets(random: Random, accountCode: string): LinkSecrets {
  return {
    token: `${accountCode}.${random.bytes(TOKEN_BYTES).toString('base64url')}`,
    key: random.bytes(KEY_BYTES).toString('base64url'),
  };
}

export const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url');

/**
 * Returns undefined for text that Formstead cannot have made. A hash in place of the secret opens a link only with signed
 * answers. Addresses that were prefilled at first have the secret before their answers, and still work.
 */
export function parseLinkToken(text: string): ParsedToken | undefined {
  const [, accountCode, secret, payload, mac] = TOKEN.exec(text) ?? [];
  if (accountCode === undefined || secret === undefined) return undefined;
  const signed = payload === undefined || mac === undefined ? undefined : { payload, mac };
  const isHash = secret.length === HASH_LENGTH;
  if (isHash && signed === undefined) return undefined;
  return { accountCode, hash: isHash ? secret : hashOf(`${accountCode}.${secret}`), signed };
}

/**
 * Returns a token that fixes these answers. It names the link by the hash of its token: with the token itself, its holder
 * could open the link without the answers.
 */
export function signAnswers({ token, key }: LinkSecrets, answers: JsonObject): string {
  const [accountCode] = token.split('.');
  const payload = Buffer.from(JSON.stringify(answers)).toString('base64url');
  return [accountCode, hashOf(token), payload, macOf(key, payload).toString('base64url')].join('.');
}

/** Returns the answers that a token fixes; undefined when this link did not sign them. */
export function verifyAnswers(
  { key }: Pick<LinkSecrets, 'key'>,
  { payload, mac }: NonNullable<ParsedToken['signed']>,
): JsonObject | undefined {
  const given = Buffer.from(mac, 'base64url');
  if (given.length !== MAC_BYTES || !timingSafeEqual(given, macOf(key, payload))) return undefined;
  const answers = parseJson(Buffer.from(payload, 'base64url'));
  return isObject(answers) ? answers : undefined;
}

const macOf = (key: string, payload: string): Buffer =>
  createHmac('sha256', Buffer.from(key, 'base64url'))
    .update(payload)
    .digest()
    .subarray(0, MAC_BYTES);
