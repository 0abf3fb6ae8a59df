import type { Tx } from '#db/database.ts';
import type { Form, FormActor, Template } from '#form-basics/index.ts';
import {
  findForm,
  insertForm,
  nameByPattern,
  nextNumber,
  patternToFollow,
  recordEvent,
  writerOf,
} from '#form-records/index.ts';
import { recordSubmission, requireNamedFiles, submitted } from '#forms/index.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { addToFormCount, findVersion, holdTemplate } from '#templates/index.ts';
import { countAnswer, lockLink, recordBrowser } from './public-link.store.ts';
import type { PublicLink } from './public-link.ts';
import type { PublicLinksDeps } from './public-links-deps.ts';
import { answered, ended, full, requireOpen } from './require-open.ts';
import { requireSameCode, type Visit } from './visit.ts';

/**
 * Stores the complete form of a visit with answers that were checked, and counts it for the link. The link is locked and
 * asked again, because it may have ended, or taken its last answer, while the answers were checked.
 * @param site names the site of the visitor without its address
 * @returns the bytes of its files; undefined when a parallel request stored the form first
 * @throws AppError those of {@link requireOpen}, `token-invalid`, `public-link-answered`, `form-exists`,
 * `invalid-answers` for a file that was deleted since the check, `forms-full`, `uploads-full`, `answers-full`,
 * `answers-of-day-full`
 */
export async function storeSentForm(
  deps: PublicLinksDeps,
  tx: Tx,
  visit: Visit,
  answers: JsonObject,
  site: string,
): Promise<{ readonly fileBytes: number } | undefined> {
  const { clock, quotas } = deps;
  const { session, version } = visit;
  const { accountId, formId, linkId, browserHash } = session;
  const template = await holdTemplate(tx, accountId, version.templateId);
  const link = await lockLink(tx, accountId, linkId);
  if (!template || !link) throw ended();
  const before = await findForm(tx, accountId, formId);
  if (before) {
    requireSentBy(link, before);
    return undefined;
  }
  requireSameCode(link, session);
  const now = clock.now();
  await requireOpen(tx, link, now);
  if (browserHash !== undefined && !(await recordBrowser(tx, link, browserHash))) throw answered();
  if (!(await countAnswer(tx, accountId, linkId))) throw full();
  const actor: FormActor = { accountId, userId: linkId, role: 'member', via: 'link' };
  const sent = await makeForm(tx, visit, template, answers, now);
  const { definition = {} } = (await findVersion(tx, accountId, version.id)) ?? {};
  const form = await submitted(deps, tx, actor, sent, definition, now);
  if ((await insertForm(tx, form)) === undefined) throw formExists();
  addToFormCount(tx, form, 1);
  const detail = { templateId: template.id, number: form.number };
  await recordEvent(deps)(tx, actor, form, 'create', detail);
  await deps.events.answered?.(tx, undefined, form);
  await recordEvent(deps)(tx, actor, form, 'complete');
  await recordSubmission(deps, tx, actor, form);
  quotas.limitAnswers(tx, { ...writerOf(actor), site });
  const fileBytes = await requireNamedFiles(tx, form, version, answers);
  if (fileBytes > 0) {
    await quotas.takeUpload(tx, { accountId, userId: linkId, isLink: true, site }, fileBytes);
  }
  await quotas.take(tx, accountId, 'forms', 1, { id: formId });
  return { fileBytes };
}

/** Returns the form that the answers make. It names the link as its creator and as who completed it. */
async function makeForm(
  tx: Tx,
  { session, version }: Visit,
  template: Template,
  answers: JsonObject,
  now: number,
): Promise<Form> {
  const { accountId, formId, linkId } = session;
  const { namePattern } = template;
  const named = {
    accountId,
    templateId: template.id,
    number: await nextNumber(tx, accountId, template.id),
    createdBy: linkId,
    createdAt: now,
    answers,
  };
  return {
    ...named,
    id: formId,
    name: await nameByPattern(tx, namePattern, named, version.definition),
    namePattern: patternToFollow(namePattern),
    templateVersionId: version.id,
    status: 'complete',
    statusChangedAt: now,
    assignment: { type: 'Link', id: linkId },
    dueAt: undefined,
    location: undefined,
    completedBy: linkId,
    updatedAt: now,
    revision: 1,
    storedBytes: 0,
  };
}

/** @throws AppError `form-exists` unless the form was sent by the link */
export function requireSentBy(link: PublicLink, form: Form): void {
  if (form.createdBy !== link.id) throw formExists();
}

const formExists = (): AppError => fail('form-exists', 'There is another form with this id.');
