import { type Static, Type } from 'typebox';
import type { FormAnswers } from '#answer-queries/index.ts';
import { FORM_ITEM, type FormItem } from '#form-records/index.ts';
import { withKeys } from '#forms/index.ts';
import { DATE_TIME } from '#http/v2/date-time.shapes.ts';
import { formatDateTime } from '#http/v2/date-time.ts';

export const FormWithAnswers = Type.Object(
  {
    ...FORM_ITEM,
    number: Type.Integer({ description: 'The number of the form within its template.' }),
    revision: Type.Integer({ description: 'Increases with each write.' }),
    createdDate: DATE_TIME,
    templateVersion: Type.Integer({ description: 'The version that it was created from.' }),
    answers: Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'The stored answers by field name, as the form has them: choices by value, files as id, name, type and size, tables as lists of rows, rows of shared lists by key (in fields and in tables). CSV and XLSX have the labels of such rows instead, as people saw them.',
      },
    ),
  },
  { title: 'FormWithAnswers' },
);
type FormWithAnswers = Static<typeof FormWithAnswers>;

/** Returns a form of a list with its stored answers. */
export const toAnswersItem = (
  item: Static<typeof FormItem>,
  stored: FormAnswers,
): FormWithAnswers => ({
  ...item,
  number: stored.number,
  revision: stored.revision,
  createdDate: formatDateTime(stored.createdAt),
  templateVersion: stored.versionNumber,
  answers: withKeys(stored.answers),
});
