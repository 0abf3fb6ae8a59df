import type { Tx } from '#db/database.ts';
import { checkWhole, type Whole } from '#forms/answers/check-whole.ts';
import { faultsOfNarrowing, resolveRows } from '#forms/answers/chosen-rows.ts';
import {
  invalidAnswers,
  requireFiles,
  requireNamedFiles,
  requireSize,
} from '#forms/answers/require-answers.ts';
import type { Locale } from '#forms/engine/engine-types.ts';
import { findForm, insertForm, nextNumber } from '#forms/form.store.ts';
import type { Form, FormActor } from '#forms/form.ts';
import { nameByPattern, patternToFollow } from '#forms/form-name.ts';
import { recordEvent } from '#forms/history.ts';
import { addToFormCount, lockTemplate } from '#forms/template.store.ts';
import type { Template } from '#forms/template.ts';
import { readTimeZone } from '#forms/time-zone.store.ts';
import type { LinkPrincipal } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { usePuzzle } from './link-session.store.ts';
import { answered } from './open-link.ts';
import { countAnswer, lockLink, noteBrowser } from './public-link.store.ts';
import type { PublicLink } from './public-link.ts';
import type { PublicLinksDeps } from './public-links-deps.ts';
import { isSolved } from './puzzle.ts';
import { ended, full, requireOpen } from './require-open.ts';
import type { SendLimits } from './send-limits.ts';
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
 * Makes a complete form of the answers that somebody sends by a link. Sent again, it returns the same form. The form
 * names the link as its creator, and neither it nor its history nor the audit log keeps an address or a browser.
 * @throws AppError those of {@link requireOpen}, `proof-of-work-refused`, `invalid-answers`, `public-link-answered`,
 * `form-exists`, `forms-full`, `too-many-requests`, `form-check-timeout`, `busy`.
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
    return { formId: requireOwn(before, link).id, created: false, link };
  }
  await requireOpen(db.reader, link, clock.now());
  await deps.sendLimits.countSend(link.id, sending.ip);
  await requireProof(deps, visit, sending.proof);
  await quotas.requireRoomNear(db.reader, accountId, 'forms');
  const whole = await check(deps, visit, sending);
  const created = await db.transaction((tx) => store(deps, tx, visit, whole.answers));
  return { formId, created, link };
}

/** @throws AppError `form-exists` when a form of somebody else has the id */
function requireOwn(form: Form, link: PublicLink): Form {
  if (form.createdBy === link.id) return form;
  throw fail('form-exists', 'There is another form with this id.');
}

/** Takes the puzzle away before the answers are checked, because checking costs more than sending. */
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

/** Checks the answers outside of any transaction, as completing a form does. */
async function check(
  { db, engine, directory }: Deps,
  visit: Visit,
  { answers, locale }: Sending,
): Promise<Whole> {
  const { session, version } = visit;
  const { definition } = version;
  const { accountId, formId } = session;
  const timeZone = await readTimeZone(db.reader, accountId);
  const own = engine.of(accountId);
  const given = { ...answers, ...fixedAnswers(visit) };
  const whole = await checkWhole(own, definition, given, { locale, timeZone });
  if (whole.faults.length > 0) throw invalidAnswers(whole.faults);
  requireSize(whole.answers);
  await requireFiles(db.reader, { accountId, id: formId }, whole.files);
  const deps = { directory };
  const rows = await resolveRows(deps, db.reader, session, definition, whole.answers);
  const misfits = await faultsOfNarrowing(deps, db.reader, session, definition, rows);
  if (misfits.length > 0) throw invalidAnswers(misfits);
  return { ...whole, answers: rows };
}

/** @returns false when a parallel request stored the form first */
async function store(
  deps: Deps,
  tx: Tx,
  { link: { accountId, id: linkId }, session, version }: Visit,
  answers: JsonObject,
): Promise<boolean> {
  const { clock, quotas } = deps;
  const { formId, browserHash } = session;
  const template = await lockTemplate(tx, accountId, version.templateId);
  const link = await lockLink(tx, accountId, linkId);
  if (!template || !link) throw ended();
  const before = await findForm(tx, accountId, formId);
  if (before) {
    requireOwn(before, link);
    return false;
  }
  const now = clock.now();
  await requireOpen(tx, link, now);
  if (browserHash !== undefined && !(await noteBrowser(tx, link, browserHash))) throw answered();
  if (!(await countAnswer(tx, accountId, linkId))) throw full();
  const number = await nextNumber(tx, accountId, template.id);
  const named = {
    accountId,
    templateId: template.id,
    number,
    createdAt: now,
    createdBy: linkId,
    answers,
  };
  const name = await nameByPattern(tx, template.namePattern, named, version.definition);
  const form = formOf(
    { link, template, number, now, name },
    { formId, versionId: version.id },
    answers,
  );
  if (!(await insertForm(tx, form)))
    throw fail('form-exists', 'There is another form with this id.');
  await addToFormCount(tx, accountId, template.id, 1);
  const actor: FormActor = { accountId, userId: linkId, role: 'member', via: 'link' };
  const detail = { templateId: template.id, number };
  await recordEvent(deps)(tx, actor, form, 'create', detail);
  await recordEvent(deps)(tx, actor, form, 'complete');
  await requireNamedFiles(tx, { accountId, id: formId }, version, answers);
  await quotas.take(tx, accountId, 'forms', 1, { id: formId });
  return true;
}

interface About {
  readonly link: PublicLink;
  readonly template: Template;
  readonly number: number;
  readonly now: number;
  readonly name: string;
}

function formOf(
  { link, template, number, now, name }: About,
  { formId, versionId }: { readonly formId: string; readonly versionId: string },
  answers: JsonObject,
): Form {
  return {
    id: formId,
    accountId: link.accountId,
    number,
    name,
    namePattern: patternToFollow(template.namePattern),
    templateId: template.id,
    templateVersionId: versionId,
    status: 'complete',
    statusChangedAt: now,
    assignment: { type: 'Link', id: link.id },
    answers,
    location: undefined,
    createdBy: link.id,
    completedBy: link.id,
    createdAt: now,
    updatedAt: now,
    revision: 1,
  };
}
