import { queryOptions } from '@tanstack/react-query';
import type { AnswerList } from '#answer-tables/app-types.ts';
import { shownLanguage } from '#web/texts/i18n.ts';
import { get } from './client.ts';
import { TEMPLATES } from './templates.ts';

export const answersOf = (template: string): string => `${TEMPLATES}/${template}/answers`;

export const sumsOf = (template: string): string => `${answersOf(template)}/sums`;

export const rowsOf = (template: string): string => `${answersOf(template)}/rows`;

/** Reads the name of a template and its fields of all versions in the reader's language, beside one of its forms. */
export const answersQuery = (template: string) => {
  const locale = shownLanguage();
  return queryOptions({
    queryKey: [answersOf(template), 'fields', locale],
    queryFn: () => get<AnswerList>(answersOf(template), { limit: 1, locale }),
  });
};
