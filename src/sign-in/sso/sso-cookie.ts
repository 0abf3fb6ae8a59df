import { isObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import type { Seal } from '#kernel/seal.ts';
import type { ExpectedToken } from './provider.ts';

const PREFIX = '__Host-sso-';
const ASK = '__Host-who=ask';
const CONTEXT = 'sso cookie';
const LIFE_MS = 10 * 60_000;
const ASK_SECONDS = 30 * 24 * 3600;
/** Most sign-ins that one browser has in progress, in separate tabs; more cookies would make headers too large. */
const MOST = 4;

/** The state of a sign-in. Its browser keeps it sealed until it returns, so that only this browser can finish it. */
export interface SsoMemory extends ExpectedToken {
  readonly connectionId: string;
  /** The path in Formstead that the person wanted to see. */
  readonly to: string;
  /** Whether the provider was told to authenticate the person again. */
  readonly isFresh: boolean;
  /** Whether the provider was not told to ask, so that the person who is signed in there returns. */
  readonly isSilent: boolean;
  readonly at: number;
}

/** Returns the `Set-Cookie` values of a new sign-in: its own cookie, and the removal of the oldest beyond the limit. */
export function ssoCookies(
  seal: Seal,
  memory: SsoMemory,
  before: string | undefined,
): readonly string[] {
  const open = pairsIn(before)
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, value]) => ({ name, at: memoryIn(seal, value)?.at ?? 0 }))
    .toSorted((one, other) => other.at - one.at);
  const value = seal.seal(CONTEXT, JSON.stringify(memory));
  return [
    cookie(`${nameOf(memory.state)}=${value}`, LIFE_MS / 1000),
    ...open.slice(MOST - 1).map(({ name }) => gone(name)),
  ];
}

/** Returns the sign-in with this state from the browser's cookies; undefined when it is missing, invalid or too old. */
export function readSsoCookie(
  seal: Seal,
  cookies: string | undefined,
  state: string,
  now: number,
): SsoMemory | undefined {
  const name = nameOf(state);
  const [, value] = pairsIn(cookies).find(([each]) => each === name) ?? [];
  const memory = value === undefined ? undefined : memoryIn(seal, value);
  return memory && now < memory.at + LIFE_MS ? memory : undefined;
}

/** Removes the cookie of a sign-in, so that its response is accepted only once. */
export const forgetSsoCookie = (state: string): string => gone(nameOf(state));

/**
 * Makes the provider ask who signs in at this browser's next sign-in. After a sign-out or a refusal, the next person on
 * a shared device must not be taken for the previous one.
 */
export const askNextTime = (): string => cookie(ASK, ASK_SECONDS);

export const isToBeAsked = (cookies: string | undefined): boolean =>
  pairsIn(cookies).some((pair) => pair.join('=') === ASK);

export const forgetToAsk = (): string => gone(ASK.replace(/=.*$/, ''));

const TILE = '__Host-tile';
const TILE_SECONDS = 60;

/**
 * Remembers that this browser was led from an unasked answer to a beginning of ours. An identity provider that answers
 * that with another unasked one would lead it in a circle.
 */
export const beganUnasked = (): string => cookie(`${TILE}=1`, TILE_SECONDS);

export const hasBegunUnasked = (cookies: string | undefined): boolean =>
  pairsIn(cookies).some(([name]) => name === TILE);

/** A part of the state tells sign-ins apart; all of it is in the sealed value. */
const nameOf = (state: string): string => `${PREFIX}${state.replace(/[^\w-]/g, '').slice(0, 8)}`;

// SameSite=Lax, so that the browser sends it when the provider redirects back.
const cookie = (pair: string, seconds: number): string =>
  `${pair}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Lax`;

const gone = (name: string): string => cookie(`${name}=`, 0);

const pairsIn = (cookies: string | undefined): readonly (readonly [string, string])[] =>
  (cookies ?? '').split(';').map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  });

function memoryIn(seal: Seal, value: string): SsoMemory | undefined {
  const payload = seal.open(CONTEXT, value);
  if (payload === undefined) return undefined;
  const parsed: JsonValue = JSON.parse(payload);
  if (!isObject(parsed)) return undefined;
  const text = (name: string): string => textOf(member(parsed, name) ?? '');
  return {
    connectionId: text('connectionId'),
    state: text('state'),
    nonce: text('nonce'),
    verifier: text('verifier'),
    to: text('to'),
    isFresh: member(parsed, 'isFresh') === true,
    isSilent: member(parsed, 'isSilent') === true,
    at: Number(member(parsed, 'at')),
  };
}
