import type { AnswerField } from '#answer-tables/app-types.ts';

/** Returns the title of a field; of a column of a table, after that of the table. */
export const titleOf = ({ title, table }: Pick<AnswerField, 'title' | 'table'>): string =>
  table === undefined ? title : `${table}: ${title}`;
