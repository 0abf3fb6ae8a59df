import type { SearchText } from '#search/index.ts';
import type { Form } from './form.ts';
import { isLinkId } from './link-id.ts';
import { receiptOf } from './receipt.ts';
import type { Template } from './template.ts';

/**
 * Returns the searchable texts of a form: its name, its number, and the receipt number that somebody without an account
 * got for it, and answers.
 * @param answers the texts of answers that its template marks as searchable
 */
export const formText = (
  { id, name, number, createdBy }: Pick<Form, 'id' | 'name' | 'number' | 'createdBy'>,
  answers: readonly string[],
): SearchText => ({
  // The name first: a form has so many words, and answers may be long.
  texts: [name, ...(isLinkId(createdBy) ? [receiptOf(id)] : []), ...answers],
  number,
});

export const templateText = ({
  name,
  nameTranslations = {},
}: Pick<Template, 'name' | 'nameTranslations'>): SearchText => ({
  texts: [name, ...Object.values(nameTranslations).flatMap((each) => each.name ?? [])],
});
