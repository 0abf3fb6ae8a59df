import { languageAmong } from '#web/builder/languages.ts';

/** A template as lists of the server have it. */
export interface NamedTemplate {
  readonly name: string;
  readonly description?: string | undefined;
  readonly translations?:
    | Readonly<Record<string, { readonly name?: string; readonly description?: string }>>
    | undefined;
}

/** Returns the name and the description in a language, as far as they are translated. */
export function namesIn(template: NamedTemplate, language: string) {
  const { name, description, translations = {} } = template;
  // The first one is what is taken when no language fits: that of the template itself.
  const found = languageAmong(['', ...Object.keys(translations)], [language]);
  return { name, description, ...translations[found] };
}
