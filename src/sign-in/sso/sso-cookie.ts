import { isObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import type { Seal } from '#kernel/seal.ts';
import type { Expected } from './provider.ts';

const PREFIX = '__Host-sso-';
const ASK = '__Host-who=ask';
const CONTEXT = 'sso cookie';
const LIFE_MS = 10 * 60_000;
const ASK_SECONDS = 30 * 24 * 3600;
/** Sign-ins that one browser has under way, in tabs of its own; headers are no place for more. */
const MOST = 4;

/** What the browser that began keeps, unreadable, until it comes back: nobody else's answer fits it. */
export interface SsoMemory extends Expected {
  readonly connectionId: string;
  /** A path of ours: what the person wanted to see. */
  readonly to: string;
  /** The provider was told to ask the person anew. */
  readonly isFresh: boolean;
  /** The provider was not told to ask: who is signed in there comes back. */
  readonly isSilent: boolean;
  readonly at: number;
}

/** The `Set-Cookie` of a sign-in that begins, and of those before that are too many. */
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

/** What this browser keeps of the sign-in with this state; undefined: not ours, too old, or none. */
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

/** An answer is good once. */
export const forgetSsoCookie = (state: string): string => gone(nameOf(state));

/**
 * From now on this browser's next sign-in has the provider ask who is there: somebody has signed out or was refused, and
 * whoever comes next on a shared device must not be taken for them.
 */
export const askNextTime = (): string => cookie(ASK, ASK_SECONDS);

export const isToBeAsked = (cookies: string | undefined): boolean =>
  pairsIn(cookies).some((pair) => pair.join('=') === ASK);

export const forgetToAsk = (): string => gone(ASK.replace(/=.*$/, ''));

/** Part of the state tells sign-ins apart; the whole of it is sealed. */
const nameOf = (state: string): string => `${PREFIX}${state.replace(/[^\w-]/g, '').slice(0, 8)}`;

// Lax: it comes along when the provider sends the browser back.
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
