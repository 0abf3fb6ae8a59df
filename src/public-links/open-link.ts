import type { Refusals } from '#audit/index.ts';
import type { Reader } from '#db/database.ts';
import { receiptOf } from '#form-basics/index.ts';
import { findForm } from '#form-records/index.ts';
import { fail } from '#kernel/errors.ts';
import { isObject, type JsonObject, member } from '#kernel/json.ts';
import { insertLinkSession } from './link-session.store.ts';
import { hashOf, type ParsedToken, parseLinkToken, verifyAnswers } from './link-token.ts';
import { findLinkByToken, hasSent, readSecrets } from './public-link.store.ts';
import type { PublicLink } from './public-link.ts';
import type { PublicLinksDeps } from './public-links-deps.ts';
import { answered, requireOpen } from './require-open.ts';
import { openSecrets } from './sealed-links.ts';
import type { SendLimits } from './send-limits.ts';
import { codeMarkOf } from './visit.ts';

const SESSION_BYTES = 32;
const BROWSER_BYTES = 24;
const BROWSER = /^[A-Za-z0-9_-]{32}$/;
/** As long as files that no form names are kept. */
const LIFE_MS = 24 * 60 * 60_000;

export interface Opening {
  /** What follows `#` in the address. */
  readonly token: string;
  readonly code: string | undefined;
  /** The text that an earlier opening returned for a form that is still kept in the browser. */
  readonly draft: string | undefined;
  /** The mark that tells this browser from others, from its cookie. */
  readonly browser: string | undefined;
  readonly ip: string;
}

export interface Opened {
  /** Proves later requests. It is stored nowhere. */
  readonly session: string;
  readonly link: PublicLink;
  readonly formId: string;
  /** Opens the same form and the same version again. */
  readonly draft: string;
  readonly expiresAt: number;
  /** A new mark for this browser, to be set as a cookie. */
  readonly browser: string | undefined;
  /** The receipt number, if this form was sent already. */
  readonly receipt: string | undefined;
}

interface Deps extends PublicLinksDeps {
  readonly refusals: Pick<Refusals, 'record'>;
  readonly sendLimits: SendLimits;
}

/**
 * Exchanges the token of a link for a session that may read the published version, upload files and send one form.
 * @throws AppError `public-link-unknown`, those of {@link requireOpen}, `public-link-code-needed`,
 * `public-link-code-refused`, `public-link-answered`, `too-many-requests`, `busy`.
 */
export async function openLink(deps: Deps, opening: Opening): Promise<Opened> {
  const { db, clock, random, seal } = deps;
  const now = clock.now();
  const parsed = parseLinkToken(opening.token);
  const link = parsed && (await findLinkByToken(db.reader, parsed));
  if (!parsed || !link) throw unknown();
  const prefill = await prefillOf(deps, link, parsed);
  const form = await formOf(deps, link, opening.draft, now);
  await requireCode(deps, link, opening);
  const { browser, isNew, browserHash } = browserOf(deps, link, opening.browser);
  if (!form.isSent) await requireFirst(db.reader, link, browserHash);
  const { formId, versionId } = form;
  const session = `${parsed.accountCode}.${random.bytes(SESSION_BYTES).toString('base64url')}`;
  const expiresAt = now + LIFE_MS;
  const { accountId, id: linkId } = link;
  const codeMark = codeMarkOf(link);
  const about = { accountId, linkId, versionId, formId, browserHash, codeMark, prefill };
  const hash = hashOf(session);
  await insertLinkSession(db.reader, { ...about, hash, createdAt: now, expiresAt });
  return {
    session,
    link,
    formId,
    draft: seal.seal(contextOf(link), JSON.stringify({ formId, versionId })),
    expiresAt,
    browser: isNew ? browser : undefined,
    receipt: form.isSent ? receiptOf(formId) : undefined,
  };
}

/** Returns the form that will be sent: the one that the browser keeps, or a new one of the published version. */
async function formOf(
  { db, ids, seal }: Deps,
  link: PublicLink,
  draft: string | undefined,
  now: number,
): Promise<{ readonly formId: string; readonly versionId: string; readonly isSent: boolean }> {
  const kept = draftIn(seal.open(contextOf(link), draft ?? ''));
  const sent = kept && (await findForm(db.reader, link.accountId, kept.formId));
  // Asked again after the answer was lost: the form was sent, whatever has become of the link since.
  if (kept && sent?.createdBy === link.id) return { ...kept, isSent: true };
  const template = await requireOpen(db.reader, link, now);
  if (kept) return { ...kept, isSent: false };
  return { formId: ids.next(), versionId: template.currentVersionId ?? '', isSent: false };
}

/** Tells the browser from others that use the link, if the link asks for that. */
function browserOf({ random }: Deps, link: PublicLink, mark: string | undefined) {
  if (!link.oncePerBrowser) return { browser: undefined, isNew: false, browserHash: undefined };
  const known = BROWSER.test(mark ?? '') ? mark : undefined;
  const browser = known ?? random.bytes(BROWSER_BYTES).toString('base64url');
  // With the link in the hash, nobody can tell that two forms of different links came from one browser.
  const browserHash = hashOf(`${link.id} ${browser}`);
  return { browser, isNew: known === undefined, browserHash };
}

const unknown = () =>
  fail('public-link-unknown', 'There is no such link. Copy all of it, including the part after #.');

const contextOf = ({ accountId, id }: PublicLink): string => `link draft ${accountId} ${id}`;

/** Reads what we sealed ourselves. */
function draftIn(
  text: string | undefined,
): { readonly formId: string; readonly versionId: string } | undefined {
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  if (!isObject(value)) return undefined;
  const formId = member(value, 'formId');
  const versionId = member(value, 'versionId');
  return typeof formId === 'string' && typeof versionId === 'string'
    ? { formId, versionId }
    : undefined;
}

async function prefillOf(
  { db, seal }: Deps,
  link: PublicLink,
  { signed }: ParsedToken,
): Promise<JsonObject> {
  if (signed === undefined) return {};
  const sealed = await readSecrets(db.reader, link.accountId, link.id);
  const secrets = openSecrets(seal, link, sealed);
  const answers = secrets && verifyAnswers(secrets, signed);
  if (answers) return answers;
  throw unknown();
}

/** Checks the code, if the link has one. The hash is compared outside of any transaction. */
async function requireCode(
  { passwords, sendLimits, refusals }: Deps,
  link: PublicLink,
  { code, ip }: Opening,
): Promise<void> {
  if (link.codeHash === undefined) return;
  if (code === undefined) {
    throw fail('public-link-code-needed', 'This link needs a code. Send it as code.', {
      at: 'code',
    });
  }
  const giveBack = await sendLimits.countCode(link.id, ip);
  // Strangers who know a code must not hold up what the account itself hashes.
  const owner = `${link.accountId} links`;
  if (await passwords.verify(link.codeHash, code, owner)) return giveBack();
  refusals.record({
    action: 'public-link.open',
    via: 'link',
    accountId: link.accountId,
    ip: undefined,
    targetType: 'PublicLink',
    targetId: link.id,
    detail: { reason: 'wrong-code' },
  });
  throw fail('public-link-code-refused', 'The code is wrong.', { at: 'code' });
}

async function requireFirst(
  db: Reader,
  link: PublicLink,
  browserHash: string | undefined,
): Promise<void> {
  if (browserHash === undefined || !(await hasSent(db, link, browserHash))) return;
  throw answered();
}
