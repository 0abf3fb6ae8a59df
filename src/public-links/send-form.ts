import { readTimeZone } from '#form-basics/index.ts';
import { findForm } from '#form-records/index.ts';
import { faultsOfNarrowing, requireFiles, requireSize, resolveChoices } from '#forms/index.ts';
import type { LinkPrincipal } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { Locale } from '#kernel/locale.ts';
import { checkWhole } from '#questionnaires/answers/check-whole.ts';
import { invalidAnswers } from '#questionnaires/answers/invalid-answers.ts';
import { usePuzzle } from './link-session.store.ts';
import type { PublicLink } from './public-link.ts';
import type { PublicLinksDeps } from './public-links-deps.ts';
import { isSolved } from './puzzle.ts';
import { requireOpen } from './require-open.ts';
import type { SendLimits } from './send-limits.ts';
import { siteOfVisitor } from './site-of-visitor.ts';
import { requireSentBy, storeSentForm } from './store-sent-form.ts';
import { fixedAnswers, readVisit, type Visit } from './visit.ts';

export interface Sending {
  readonly answers: JsonObject;
  /** The language of the fault texts. */
  readonly locale: Locale | undefined;
  readonly proof: Proof | undefined;
  readonly ip: string;
}

export interface Proof {
  readonly puzzle: string;
  readonly solution: number;
}

type Deps = PublicLinksDeps & { readonly sendLimits: SendLimits };

/**
 * Makes a complete form of the answers that somebody sends by a link. A request that is repeated gets the same form. The
 * form names the link as its creator, and neither it nor its history nor the audit log keeps an address or a browser.
 * @throws AppError those of {@link requireOpen}, `proof-of-work-refused`, `invalid-answers`, `public-link-answered`,
 * `form-exists`, `forms-full`, `uploads-full`, `answers-full`, `answers-of-day-full`, `too-many-requests`,
 * `form-check-timeout`, `busy`.
 */
export async function sendForm(
  deps: Deps,
  by: LinkPrincipal,
  sending: Sending,
): Promise<{ readonly formId: string; readonly created: boolean; readonly link: PublicLink }> {
  const { db, clock, quotas } = deps;
  const visit = await readVisit(db.reader, by, clock.now());
  const { link, session } = visit;
  const { accountId, formId } = session;
  const before = await findForm(db.reader, accountId, formId);
  if (before) {
    // Reads may see the form a moment before it is on disk.
    await db.settled();
    requireSentBy(link, before);
    return { formId, created: false, link };
  }
  await requireOpen(db.reader, link, clock.now());
  await deps.sendLimits.countSendRequest(sending.ip);
  await requireProof(deps, visit, sending.proof);
  await deps.sendLimits.countSend(link.id, sending.ip);
  const site = siteOfVisitor(deps, link, sending.ip);
  await quotas.requireRoomNear(db.reader, accountId, 'forms');
  await quotas.requireAnswers(db.reader, { accountId, userId: link.id, kind: 'link', site });
  const answers = await checkAnswers(deps, visit, sending);
  const stored = await db.transaction((tx) => storeSentForm(deps, tx, visit, answers, site));
  if (stored !== undefined) await deps.sendLimits.endWaiting(link.id, stored.fileBytes);
  return { formId, created: stored !== undefined, link };
}

/**
 * Checks the proof of work, if the link asks for one, and takes its puzzle away. This happens before the answers are
 * checked, because a check costs the server more than a request costs its sender.
 * @throws AppError `proof-of-work-refused`
 */
async function requireProof(
  { db, clock }: Deps,
  { link, session }: Visit,
  proof: Proof | undefined,
): Promise<void> {
  if (!link.proofOfWork) return;
  const isUsable =
    proof !== undefined &&
    isSolved(proof.puzzle, proof.solution) &&
    (await usePuzzle(db.reader, session, proof.puzzle, clock.now()));
  if (isUsable) return;
  throw fail(
    'proof-of-work-refused',
    'Get a puzzle from /link/v1/puzzle, and send it with its solution within 10 minutes. Each one can be used once.',
    { at: 'proof' },
  );
}

/**
 * Checks the answers as completing a form does, outside of any transaction, because the engine takes long.
 * @returns the answers as they are stored: those that the link fixes in place of those sent for the same questions, and
 * chosen rows as their lists have them
 * @throws AppError `invalid-answers`, `form-check-timeout`, `busy`
 */
async function checkAnswers(
  { db, engine, directory }: Deps,
  visit: Visit,
  { answers, locale }: Sending,
): Promise<JsonObject> {
  const { session, version } = visit;
  const { definition } = version;
  const { accountId, formId } = session;
  const timeZone = await readTimeZone(db.reader, accountId);
  const given = { ...answers, ...fixedAnswers(visit) };
  const whole = await checkWhole(engine.of(accountId), definition, given, { locale, timeZone });
  if (whole.faults.length > 0) throw invalidAnswers(whole.faults);
  requireSize(whole.answers);
  await requireFiles(db.reader, { accountId, id: formId }, whole.files);
  const deps = { directory };
  const rows = await resolveChoices(deps, db.reader, session, definition, whole.answers);
  const misfits = await faultsOfNarrowing(deps, db.reader, session, definition, rows);
  if (misfits.length > 0) throw invalidAnswers(misfits);
  return rows;
}
