import { isObject, type JsonValue, member } from '#kernel/json.ts';
import type { Seal } from '#kernel/seal.ts';
import type { Expected } from './provider.ts';

const NAME = '__Host-sso';
const CONTEXT = 'sso cookie';
const LIFE_MS = 10 * 60_000;

/** What the browser that began keeps, unreadable, until it comes back: nobody else's answer fits it. */
export interface SsoMemory extends Expected {
  readonly connectionId: string;
  /** A path of ours: what the person wanted to see. */
  readonly to: string;
  /** The provider was told to ask the person anew. */
  readonly isFresh: boolean;
  readonly at: number;
}

/** Lax: it comes along when the provider sends the browser back. */
export function setSsoCookie(seal: Seal, memory: SsoMemory): Readonly<Record<string, string>> {
  const value = seal.seal(CONTEXT, JSON.stringify(memory));
  const seconds = LIFE_MS / 1000;
  return {
    'set-cookie': `${NAME}=${value}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Lax`,
  };
}

/** Undefined: not ours, too old, or none. */
export function readSsoCookie(
  seal: Seal,
  cookies: string | undefined,
  now: number,
): SsoMemory | undefined {
  const prefix = `${NAME}=`;
  const value = (cookies ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length);
  const payload = value === undefined ? undefined : seal.open(CONTEXT, value);
  if (payload === undefined) return undefined;
  const parsed: JsonValue = JSON.parse(payload);
  if (!isObject(parsed)) return undefined;
  const text = (name: string): string => String(member(parsed, name) ?? '');
  const at = Number(member(parsed, 'at'));
  if (!(now < at + LIFE_MS)) return undefined;
  return {
    connectionId: text('connectionId'),
    state: text('state'),
    nonce: text('nonce'),
    verifier: text('verifier'),
    to: text('to'),
    isFresh: member(parsed, 'isFresh') === true,
    at,
  };
}
