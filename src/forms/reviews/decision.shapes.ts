import { Type } from 'typebox';
import { SIGNATURE_FIELD } from '#attachments/index.ts';
import type { JsonObject } from '#kernel/json.ts';
import { MAX_REMARK_LENGTH, MAX_REMARKED } from './check-remarks.ts';

const Remark = (description: string) => Type.String({ maxLength: MAX_REMARK_LENGTH, description });

/** The id of a file with which a reviewer signed, in answers. */
export const SignedWith = Type.String({
  format: 'uuid',
  description: 'The id of the file with which the reviewer signed.',
});

/** Whether a step asks for a signature, in answers. */
export const NeedsSignature = Type.Boolean({
  description: 'Whether the step that the form is in is approved only with a signature.',
});

/** A decision, as both interfaces take it. */
export const DECISION = {
  decision: Type.Union(
    [Type.Literal('approve'), Type.Literal('send-back'), Type.Literal('reject')],
    {
      description:
        '`send-back` makes the form a draft again, and needs a remark on the form or on a field. `approve` passes the form on to the next step, if there is one.',
    },
  ),
  remark: Type.Optional(Remark('A remark on the form as a whole.')),
  fields: Type.Optional(
    Type.Array(
      Type.Object(
        {
          field: Type.String({ maxLength: 200, description: 'The name of a field.' }),
          remark: Remark('A remark on this field.'),
        },
        { additionalProperties: false },
      ),
      { maxItems: MAX_REMARKED, description: 'Remarks on single fields.' },
    ),
  ),
  signature: Type.Optional(
    Type.String({
      maxLength: 36,
      description: `The id of the picture with which you approve a step that asks for a signature. Upload it to the form first, with \`field=${SIGNATURE_FIELD}\`.`,
    }),
  ),
  office: Type.Optional(
    Type.Unsafe<JsonObject>({
      type: 'object',
      additionalProperties: true,
      description:
        'The answers to the fields for office use of this step, by their names. Fields that are left out keep their answers. A step is approved only when its required fields have one.',
    }),
  ),
};

/** Why a form is reopened. */
export const ReopenReason = Type.String({
  maxLength: MAX_REMARK_LENGTH,
  description: 'A form that was approved or rejected is reopened only with one.',
});
