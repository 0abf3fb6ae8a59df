import { sql } from 'kysely';
import type { Benchmark } from '../harness/benchmark.ts';
import { ask, type Questions, ROWS } from '../harness/questions.ts';
import type { AnsweredForms } from '../servers/answered-forms.ts';

const REACH = { ratio: 3 };

const answers = ({ templateId }: AnsweredForms, query = ''): string =>
  `/app/v1/templates/${templateId}/answers${query}`;
const idOf = ({ fields }: AnsweredForms, name: string): string => fields.get(name) ?? '';
const where = (forms: AnsweredForms, field: string, op: string, value: unknown): string =>
  `where=${encodeURIComponent(JSON.stringify([{ field: idOf(forms, field), op, value }]))}`;

const QUESTIONS: Questions = {
  'first page': {
    path: (forms) => answers(forms),
    alone: ({ accountId }, { templateId }) => sql`select * from forms
      where account_id = ${accountId} and template_id = ${templateId} and deleted_at is null
      order by updated_at desc, id desc limit ${ROWS}`,
    reach: REACH,
  },
  'first page, sorted by a number': {
    path: (forms) => answers(forms, `?sort=${idOf(forms, 'count')}%20desc`),
    alone: ({ accountId }, forms) => sql`select forms.* from answer_values v
      join forms on forms.account_id = v.account_id and forms.id = v.form_id
      where v.account_id = ${accountId} and v.template_id = ${forms.templateId}
        and v.field = ${idOf(forms, 'count')} and v.number is not null and forms.deleted_at is null
      order by v.number desc, v.form_id desc limit ${ROWS}`,
    reach: REACH,
  },
  'first page, with a number above a limit': {
    path: (forms) => answers(forms, `?${where(forms, 'count', 'gt', 498)}`),
    alone: ({ accountId }, forms) => sql`select * from forms
      where account_id = ${accountId} and template_id = ${forms.templateId} and deleted_at is null
        and id in (select form_id from answer_values v where v.account_id = ${accountId}
          and v.template_id = ${forms.templateId} and v.field = ${idOf(forms, 'count')} and v.number > 498)
      order by updated_at desc, id desc limit ${ROWS}`,
    reach: REACH,
  },
};

export const benchmark: Benchmark = {
  name: 'answers-table',
  order: 12,
  run: (bench) => ask(bench, 'Answers to one template as a table', QUESTIONS),
};
