import type { InfiniteData } from '@tanstack/react-query';
import type { AnswerList, AnswerRow } from '#answer-tables/app-types.ts';
import type { AppAnswer, AppCorrected, AppCorrectionItem } from '#corrections/app-types.ts';
import type { JsonValue } from '#kernel/json.ts';
import type { Language } from '#web/texts/i18n.ts';
import { answersOf, sumsOf } from './answers.ts';
import { call, get } from './client.ts';
import { FORMS } from './forms.ts';
import { queryClient } from './query-client.ts';

export type { AppAnswer, AppCorrectionItem };

const answerPath = (form: string, field: string): string => `${FORMS}/${form}/answers/${field}`;

/** The path of what was corrected in a form, which is listed page by page. */
export const correctionsOf = (form: string): string => `${FORMS}/${form}/corrections`;

/** Reads one correction with its whole answers. */
export const readCorrection = (
  form: string,
  { id }: Pick<AppCorrectionItem, 'id'>,
  locale: Language,
): Promise<AppCorrectionItem> => get<AppCorrectionItem>(`${correctionsOf(form)}/${id}`, { locale });

/** Reads one answer to correct it. */
export const readAnswer = (form: string, field: string, locale: Language): Promise<AppAnswer> =>
  get<AppAnswer>(answerPath(form, field), { locale });

interface Correction {
  readonly template: string;
  readonly form: string;
  readonly field: string;
  readonly revision: number;
  readonly value: JsonValue;
  readonly locale: Language;
}

/** Corrects one answer. All lists then show the form as it is stored, in its present row. @throws ApiError */
export async function correctAnswer({ template, form, field, ...body }: Correction): Promise<void> {
  const { row } = await call<AppCorrected>('PUT', answerPath(form, field), body);
  showRow(template, row);
  // A form keeps its row until the list is loaded again, even when it fits the conditions no longer.
  const list = { queryKey: [answersOf(template)], refetchType: 'none' } as const;
  await queryClient.invalidateQueries(list);
  void queryClient.invalidateQueries({ queryKey: [sumsOf(template)] });
  void queryClient.invalidateQueries({ queryKey: [FORMS] });
  void queryClient.invalidateQueries({ queryKey: [correctionsOf(form)] });
}

/** Loads the lists of answers again, after somebody else changed a form. */
export const readAgain = (template: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [answersOf(template)] });

type Pages = InfiniteData<AnswerList>;

function showRow(template: string, row: AnswerRow): void {
  const shown = (item: AnswerRow) => (item.id === row.id ? { ...item, ...row } : item);
  queryClient.setQueriesData<Pages | AnswerList>({ queryKey: [answersOf(template)] }, (data) =>
    data === undefined || !('pages' in data)
      ? data
      : {
          ...data,
          pages: data.pages.map((page) => ({ ...page, items: page.items.map(shown) })),
        },
  );
}
