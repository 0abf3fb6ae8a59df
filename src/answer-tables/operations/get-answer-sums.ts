import { summabilityOf } from '#answer-index/index.ts';
import { askedAnswers, chosenFields, sumAnswers } from '#answer-queries/index.ts';
import { withSharedDeadline } from '#db/shared-deadline.ts';
import type { FormsDeps } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { fail } from '#kernel/errors.ts';
import { AnswerSums, MAX_SUMMED, SUMS_QUERY } from './sums.shapes.ts';

/** GET /templates/:id/answers/sums: returns counts and sums of the answers that a list of answers shows. */
export const getAnswerSums = (deps: FormsDeps) =>
  operation({
    method: 'GET',
    path: '/templates/:id/answers/sums',
    right: 'forms.read',
    query: SUMS_QUERY,
    etag: 'none',
    doc: {
      summary: 'Add up the answers of a template',
      tag: 'Templates',
      description:
        'Returns, for each field, how many of the forms that fit answered it, and the sum and the mean of numbers. Adding up has two seconds in all.',
      responses: {
        200: { description: 'The totals of each field.', schema: AnswerSums },
        400: {
          description:
            'A parameter is not valid (`at` names it), or adding up took too long (`query-too-slow`).',
        },
        404: 'no template whose forms are seen',
      },
    },
    async handle({ principal, params, query: given }) {
      const db = withSharedDeadline(deps.db);
      const asked = await askedAnswers({ ...deps, db }, principal, params.id, given);
      const chosen = chosenFields(asked.fields, given.fields);
      const top = chosen.filter(({ table }) => table === undefined);
      if (top.length > MAX_SUMMED) {
        const text = `At most ${MAX_SUMMED} fields are added up at a time. Name fewer.`;
        throw fail('invalid-parameter', text, {
          at: 'fields',
          because: { reason: 'too-long', limit: MAX_SUMMED },
        });
      }
      const { count, fields } = await sumAnswers(db, asked.selection, top);
      const known = new Map(top.map((field) => [field.id, field]));
      const body = {
        count,
        fields: fields.flatMap(({ field: id, answered, numbers, sum, span }) => {
          const field = known.get(id);
          if (!field) return [];
          const makes = numbers > 0 ? summabilityOf(field, span) : 'neither';
          const { hasSeveralUnits } = field;
          const totals = {
            id,
            answered,
            blank: Math.max(0, count - answered),
            ...(makes !== 'neither' && hasSeveralUnits && { hasSeveralUnits }),
            ...(makes === 'sum' && !hasSeveralUnits && { sum }),
            ...(makes !== 'neither' && !hasSeveralUnits && { mean: sum / numbers }),
          };
          return [totals];
        }),
      };
      return { status: 200, body: body satisfies AnswerSums };
    },
  });
