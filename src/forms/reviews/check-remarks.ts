import type { Field } from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { isStorable } from '#kernel/text.ts';

/** The most characters of a remark. */
export const MAX_REMARK_LENGTH = 2000;
/** The limit for remarks on single fields in one decision. */
export const MAX_REMARKED = 50;

export interface FieldRemark {
  /** The name of the field. */
  readonly field: string;
  readonly remark: string;
}

/** What a reviewer says of the form as a whole, and of single fields. */
export interface Remarks {
  readonly remark?: string | undefined;
  readonly fields?: readonly FieldRemark[] | undefined;
}

/**
 * Returns remarks as the history holds them. @throws AppError `invalid-value` for a form that is sent back without any,
 * for one that is too long, and for a field that the version does not have.
 */
export function checkRemarks(
  { decision, remark, fields = [] }: Remarks & { readonly decision: string },
  known: readonly Field[],
): JsonObject {
  const whole = remark === undefined ? '' : checkText(remark, 'remark');
  const names = new Set(known.map(({ name }) => name));
  const seen = new Set<string>();
  for (const [i, { field }] of fields.entries()) {
    if (names.has(field) && !seen.has(field)) {
      seen.add(field);
      continue;
    }
    throw fail(
      'invalid-value',
      `There is no field ${JSON.stringify(field)}, or it has a remark already.`,
      {
        at: `fields[${i}].field`,
        because: { reason: 'unknown-field', value: field.slice(0, 100).toWellFormed() },
      },
    );
  }
  const ofFields = fields.map((each, i) => ({
    field: each.field,
    remark: checkText(each.remark, `fields[${i}].remark`),
  }));
  const said = ofFields.filter((each) => each.remark !== '');
  if (decision === 'send-back' && whole === '' && said.length === 0) {
    throw fail('invalid-value', 'Say what is to be corrected, in remark or in fields.', {
      at: 'remark',
      because: { reason: 'remark-missing' },
    });
  }
  return { ...(whole !== '' && { remark: whole }), ...(said.length > 0 && { fields: said }) };
}

/** Returns a text without the space around it. @throws AppError `invalid-value` */
export function checkText(text: string, at: string): string {
  const trimmed = text.trim();
  if (trimmed.length <= MAX_REMARK_LENGTH && isStorable(trimmed)) return trimmed;
  throw fail('invalid-value', `This must be text of at most ${MAX_REMARK_LENGTH} characters.`, {
    at,
    because: { reason: 'too-long', limit: MAX_REMARK_LENGTH },
  });
}
