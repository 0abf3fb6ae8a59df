import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Summary } from '#answer-tables/app-types.ts';
import { shownLanguage } from '#web/texts/i18n.ts';
import { ApiError, get } from './client.ts';
import { TEMPLATES } from './templates.ts';

/** The parameters of a summary, as the API takes them. */
export interface SummaryQuery {
  readonly where?: string | undefined;
  readonly status?: string | undefined;
  readonly rejected?: boolean | undefined;
  readonly by?: string | undefined;
  /** Whether all groups are counted, and not only those of the charts. */
  readonly grouped?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly compareFrom?: string | undefined;
  readonly compareTo?: string | undefined;
  readonly fields?: string | undefined;
}

/** Counts the answers to fields of a template, with titles and choices in the reader's language. */
export const summaryQuery = (template: string, query: SummaryQuery) => {
  const asked = { ...query, locale: shownLanguage() };
  return queryOptions({
    queryKey: [`${TEMPLATES}/${template}/summary`, asked],
    queryFn: () => get<Summary>(`${TEMPLATES}/${template}/summary`, asked),
    placeholderData: keepPreviousData,
    // What took too long once would take as long again.
    retry: (count, error) => count < 2 && error instanceof ApiError && error.code === 'offline',
  });
};
