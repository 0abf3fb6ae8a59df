// Patterns for the names of forms, as the server fills them in.
import { nameFields } from '#questionnaires/naming/name-fields.ts';
import { fillPattern, placeholderFor } from '#questionnaires/naming/name-pattern.ts';
import type { Definition } from '#web/builder/definition.ts';

export const PATTERN_PARTS = ['{template}', '{number}', '{date}', '{user}'] as const;
export type PatternPart = (typeof PATTERN_PARTS)[number];

/** An answer that a name may contain. */
export interface NameField {
  readonly placeholder: string;
  readonly title: string;
}

/** Returns the answers that the names of forms may contain, in the order of the form. */
export const nameFieldsOf = (definition: Definition): readonly NameField[] =>
  nameFields(JSON.parse(JSON.stringify(definition))).map(({ name, title }) => ({
    placeholder: placeholderFor(name),
    title,
  }));

const PART = /\{[^{}]*\}/g;

/** Returns the first placeholder that the server would reject; undefined if there is none. */
export const unknownPart = (pattern: string, fields: readonly NameField[]): string | undefined =>
  pattern
    .match(PART)
    ?.find(
      (part) =>
        !PATTERN_PARTS.some((known) => known === part) &&
        !fields.some(
          ({ placeholder }) =>
            placeholder === part || placeholder === part.replace('{answer.', '{'),
        ),
    );

interface Example {
  readonly template: string;
  readonly user: string;
  /** As `YYYY-MM-DD`. */
  readonly day: string;
  readonly fields: readonly NameField[];
}

/** Returns an example of a form's name: the title of a field stands for its answer. */
export const exampleOf = (pattern: string, { fields, ...example }: Example): string =>
  fillPattern(pattern, {
    ...example,
    number: 42,
    answerTo: (name) =>
      fields.find(({ placeholder }) => placeholder === placeholderFor(name))?.title ?? name,
  });
