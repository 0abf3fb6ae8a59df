import { queryOptions } from '@tanstack/react-query';
import type { Language } from '#web/texts/i18n.ts';
import { get } from './client.ts';
import { FORMS, type Form } from './forms.ts';

/**
 * Reads a form, with its answers as people read them in the given language. Apart from `forms.ts`, because pages that fill
 * in forms load that one.
 */
export const formQuery = (id: string, locale: Language) =>
  queryOptions({
    queryKey: [FORMS, id, locale],
    queryFn: () => get<Form>(`${FORMS}/${id}`, { plain: true, locale }),
  });
