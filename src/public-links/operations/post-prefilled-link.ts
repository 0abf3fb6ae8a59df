import { readTimeZone } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { requireManagedLink } from '#public-links/find-link.ts';
import { signAnswers } from '#public-links/link-token.ts';
import type { PublicLinksDeps } from '#public-links/public-links-deps.ts';
import { shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { checkWhole } from '#questionnaires/answers/check-whole.ts';
import { type AnswerFault, guardAnswers } from '#questionnaires/answers/guard-answers.ts';
import { invalidAnswers } from '#questionnaires/answers/invalid-answers.ts';
import { findTemplate, findVersion } from '#templates/index.ts';
import { addressOf, secretsOf } from './link-item.ts';
import { LinkPrefill, PrefilledLink } from './public-link.shapes.ts';

/** The answers become part of the address, which has to fit into mails and QR codes. */
const MAX_BYTES = 1500;

/** POST /public-links/:id/prefill: returns the address of a link with answers that its holder cannot change. */
export const postPrefilledLink = (deps: PublicLinksDeps) =>
  operation({
    method: 'POST',
    path: '/public-links/:id/prefill',
    right: 'templates',
    role: 'designer',
    etag: 'none',
    body: LinkPrefill,
    doc: {
      summary: 'Prefill a public link',
      tag: 'Public links',
      description: [
        'The answers are part of the address and signed: its holder can read them, and cannot change them or open the link without them.',
        `They may take ${MAX_BYTES} bytes, which leaves room for few rows of a table. Files, signatures and drawings cannot be prefilled.`,
      ].join('\n'),
      responses: {
        200: { description: 'The address.', schema: PrefilledLink },
        404: 'no link',
        410: { description: 'The secret of the link was lost with the master key.' },
        422: { description: 'Answers are not valid. `faults` lists each position.' },
      },
    },
    async handle({ principal, params, body: { answers } }) {
      const { db, directory } = deps;
      const link = await requireManagedLink(db.reader, directory, principal, params.id);
      const template = await findTemplate(db.reader, link.accountId, link.templateId);
      const versionId = template?.currentVersionId ?? '';
      const version = await findVersion(db.reader, link.accountId, versionId);
      const fixed = await requirePrefill(deps, link.accountId, version?.definition ?? {}, answers);
      const secrets = await secretsOf(deps, db.reader, link);
      if (!secrets) {
        throw fail('public-link-ended', 'The secret of this link was lost. Create a new link.');
      }
      return { status: 200, body: { url: addressOf(deps, signAnswers(secrets, fixed)) } };
    },
  });

/**
 * Checks the answers as if somebody had entered them; other questions may still be open.
 * @throws AppError `invalid-answers`, `form-check-timeout`, `busy`.
 */
async function requirePrefill(
  { db, engine }: Pick<PublicLinksDeps, 'db' | 'engine'>,
  accountId: string,
  definition: JsonObject,
  given: JsonObject,
): Promise<JsonObject> {
  const { answers, faults, files } = guardAnswers(shapesOf(definition), given);
  if (faults.length > 0) throw invalidAnswers(faults);
  if (files.length > 0) throw invalidAnswers(files.map(refusedFile));
  if (Buffer.byteLength(JSON.stringify(answers)) > MAX_BYTES) {
    throw fail('invalid-answers', `The answers are larger than ${MAX_BYTES} bytes.`, {
      at: 'answers',
      extra: { limit: MAX_BYTES },
    });
  }
  const timeZone = await readTimeZone(db.reader, accountId);
  const whole = await checkWhole(engine.of(accountId), definition, answers, { timeZone });
  const own = whole.faults.filter(({ field }) => Object.hasOwn(answers, field));
  if (own.length > 0) throw invalidAnswers(own);
  return answers;
}

const refusedFile = ({ at, field }: Pick<AnswerFault, 'at' | 'field'>): AnswerFault => ({
  at,
  field,
  kind: 'file',
  rule: 'no-prefill',
  text: 'Files cannot be prefilled.',
});
