import { isDeepStrictEqual } from 'node:util';
import type { Reader, Tx } from '#db/database.ts';
import type { FormActor, FormWritesDeps } from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { deleteRule, lockTemplateWithRight } from '#templates/index.ts';
import { fieldsOfTemplate } from './fields-of-template.ts';
import { findRule, saveRule } from './retention.store.ts';
import { MAX_DAYS, type RetentionRule, type RetentionTerms } from './retention.ts';

/**
 * Sets how long the forms of a template are kept; undefined: for ever. People are told again before changed terms remove
 * anything.
 * @param unchangedSince when the rule that the change is meant for was set, as an RFC 3339 time; null: there was none
 * @returns the id of the template
 * @throws AppError `not-found`, `forbidden` for those who do not manage the template, `invalid-retention`,
 *   `precondition-failed` when the rule is another one
 */
export const setRetention =
  ({ clock, audit, directory }: Pick<FormWritesDeps, 'clock' | 'audit' | 'directory'>) =>
  async (
    tx: Tx,
    by: FormActor,
    id: string,
    terms: RetentionTerms | undefined,
    unchangedSince?: string | null,
  ): Promise<string> => {
    const template = await lockTemplateWithRight(tx, directory, by, id, 'manage');
    const { accountId } = by;
    const templateId = template.id;
    const wanted = terms && (await checkTerms(tx, { accountId, templateId }, terms));
    const before = await findRule(tx, accountId, templateId);
    if (before ? isSame(before, wanted) : !wanted) return templateId;
    const isMeant =
      unchangedSince === undefined ||
      before?.setAt === (unchangedSince === null ? undefined : Date.parse(unchangedSince));
    if (!isMeant) {
      throw fail(
        'precondition-failed',
        'Somebody else has changed how long these forms are kept. Read it again.',
      );
    }
    const rule: RetentionRule | undefined = wanted && {
      ...wanted,
      accountId,
      templateId,
      setBy: by.userId,
      setAt: clock.now(),
      toldAt: undefined,
    };
    if (rule) await saveRule(tx, rule);
    else await deleteRule(tx, accountId, templateId);
    await audit.append(tx, by, {
      action: 'template.set-retention',
      targetType: 'Template',
      targetId: templateId,
      detail: { from: shown(before), to: shown(wanted) },
    });
    return templateId;
  };

/** Returns whether these terms are already set, so that saving them changes nothing. */
export const isSame = (rule: RetentionRule, terms: RetentionTerms | undefined): boolean =>
  isDeepStrictEqual(termsOf(rule), terms);

interface Where {
  readonly accountId: string;
  readonly templateId: string;
}

/** Returns the terms as they are stored. @throws AppError `invalid-retention` naming the place */
export async function checkTerms(
  db: Reader,
  where: Where,
  { action, days, countedFrom, fields, location }: RetentionTerms,
): Promise<RetentionTerms> {
  if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS) {
    throw fail('invalid-retention', `days must be a whole number from 1 to ${MAX_DAYS}.`, {
      at: 'days',
      because: { reason: 'range', min: 1, max: MAX_DAYS },
    });
  }
  if (action === 'delete') return { action, days, countedFrom, fields: [], location: false };
  if (fields.length === 0 && !location) {
    throw fail('invalid-retention', 'Name at least one field to blank, or the location.', {
      at: 'fields',
      because: { reason: 'nothing-to-blank' },
    });
  }
  const known = new Set((await fieldsOfTemplate(db, where)).map(({ name }) => name));
  const unknown = fields.findIndex((name) => !known.has(name));
  if (unknown >= 0) {
    throw fail('invalid-retention', `The template has no field “${fields[unknown]}”.`, {
      at: `fields[${unknown}]`,
      because: { reason: 'unknown-field', value: fields[unknown] ?? '' },
    });
  }
  return { action, days, countedFrom, fields: [...new Set(fields)].toSorted(), location };
}

const termsOf = ({ action, days, countedFrom, fields, location }: RetentionTerms) => ({
  action,
  days,
  countedFrom,
  fields,
  location,
});

const shown = (terms: RetentionTerms | undefined): JsonObject | null =>
  terms === undefined ? null : { ...termsOf(terms), fields: [...terms.fields] };
