import type { Definition } from './definition.ts';
import type { FormText } from './form-texts.ts';
import { defaultLanguage, withText } from './translations.ts';

/** What a template is called; it says so in the default language of its form. */
export interface TemplateNames {
  readonly name: string;
  readonly description?: string | undefined;
}

/** The members of a definition that hold the name and the description in all languages. */
const HOLDERS = { title: 'name', description: 'description' } as const;

/** Returns the definition with the names of its template among its texts, so that they are translated like all others. */
export function withNames(definition: Definition, names: TemplateNames): Definition {
  const byDefault = defaultLanguage(definition);
  const named = Object.entries(HOLDERS).flatMap(([holder, of]) => {
    const words = names[of] ?? '';
    return words === ''
      ? []
      : [[holder, withText(definition[holder] ?? '', byDefault, words, byDefault)] as const];
  });
  return { ...definition, ...Object.fromEntries(named) };
}

/** Returns whether a text is a name of the template: it is changed in the settings, and only translated here. */
export const isName = ({ at }: FormText): boolean =>
  at.length === 1 && Object.hasOwn(HOLDERS, String(at[0]));
