import { isObject, type JsonValue, textOf } from '#kernel/json.ts';
import type { SamlIdentity } from '#saml/index.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { connectionState, type SamlConnection } from './open-connection.ts';
import { insertOutcome, takeOutcome } from './saml.store.ts';

/** How long a checked answer waits for its browser. */
const LIFE_MS = 60_000;
const HANDLE_BYTES = 32;

/** What became of an answer of an identity provider, kept until the browser that asked comes for it. */
export interface SamlOutcome {
  /** Names the sign-in that it belongs to, whose cookie only the browser that began it has. */
  readonly state: string;
  /** The state of the connection by which the answer was checked. */
  readonly connection: string;
  /** Why it was refused, with what the admin is told. */
  readonly refused?: { readonly error: string; readonly said: string };
  readonly accepted?: AcceptedAnswer;
}

interface AcceptedAnswer {
  /** What the rule of the connection compares; undefined when the answer has none, or several. */
  readonly value: string | undefined;
  readonly assertionId: string;
  /** In milliseconds since the epoch, like all times here. */
  readonly usableUntil: number;
  readonly authenticatedAt: number;
  readonly endsAt: number | undefined;
}

/** The claim that means the NameID; any other is the name of an attribute. */
const NAME_ID = 'NameID';

/** Returns what a sign-in needs of an answer, and nothing else that it says of the person. */
export function acceptedOf({ claim }: SamlConnection, identity: SamlIdentity): AcceptedAnswer {
  const { nameId, attributes, assertionId, usableUntil, authenticatedAt, sessionEndsAt } = identity;
  const [value, another] = claim === NAME_ID ? [nameId] : (attributes.get(claim) ?? []);
  return {
    value: another === undefined ? value : undefined,
    assertionId,
    usableUntil: usableUntil.getTime(),
    authenticatedAt: authenticatedAt.getTime(),
    endsAt: sessionEndsAt?.getTime(),
  };
}

/** Keeps what became of an answer. @returns the handle that opens it once */
export async function keepOutcome(
  { db, seal, random, clock }: SignInDeps,
  connection: SamlConnection,
  outcome: Omit<SamlOutcome, 'connection'>,
): Promise<string> {
  const handle = Buffer.from(random.bytes(HANDLE_BYTES)).toString('base64url');
  const whole: SamlOutcome = { ...outcome, connection: connectionState(connection) };
  const { accountId, id: connectionId } = connection;
  await insertOutcome(
    db.reader,
    { accountId, connectionId },
    {
      handle,
      sealed: seal.seal(contextOf(connectionId), JSON.stringify(whole)),
      expiresAt: clock.now() + LIFE_MS,
    },
  );
  return handle;
}

/** Opens what became of an answer, once; undefined when nothing waits under this handle. */
export async function openOutcome(
  { db, seal, clock }: SignInDeps,
  { accountId, id: connectionId }: SamlConnection,
  handle: string,
): Promise<SamlOutcome | undefined> {
  const sealed = await takeOutcome(db.reader, { accountId, connectionId }, handle, clock.now());
  const text = sealed === undefined ? undefined : seal.open(contextOf(connectionId), sealed);
  return text === undefined ? undefined : readOutcome(JSON.parse(text));
}

const contextOf = (connectionId: string): string => `saml outcome ${connectionId}`;

// The seal proves that it is ours; a node of another version may still have written it.
function readOutcome(stored: JsonValue): SamlOutcome | undefined {
  if (!isObject(stored)) return undefined;
  const { state, connection, refused, accepted } = stored;
  if (typeof state !== 'string' || typeof connection !== 'string') return undefined;
  if (isObject(refused)) {
    const { error, said } = refused;
    return { state, connection, refused: { error: textOf(error), said: textOf(said) } };
  }
  if (!isObject(accepted)) return undefined;
  const { value, assertionId, usableUntil, authenticatedAt, endsAt } = accepted;
  return {
    state,
    connection,
    accepted: {
      value: typeof value === 'string' ? value : undefined,
      assertionId: textOf(assertionId),
      usableUntil: Number(usableUntil),
      authenticatedAt: Number(authenticatedAt),
      endsAt: typeof endsAt === 'number' ? endsAt : undefined,
    },
  };
}
