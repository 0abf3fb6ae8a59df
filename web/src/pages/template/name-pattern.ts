// Patterns for the names of forms, as the server fills them in.
export const PATTERN_PARTS = ['{template}', '{number}', '{date}', '{user}'] as const;

const PART = /\{[^{}]*\}/g;

/** Returns the first placeholder that the server would reject; undefined if there is none. */
export const unknownPart = (pattern: string): string | undefined =>
  pattern.match(PART)?.find((part) => !PATTERN_PARTS.some((known) => known === part));

interface Example {
  readonly template: string;
  readonly user: string;
  readonly day: string;
}

/** Returns an example of a form's name. */
export const exampleOf = (pattern: string, { template, user, day }: Example): string =>
  pattern
    .replaceAll('{template}', () => template)
    .replaceAll('{number}', () => '42')
    .replaceAll('{date}', () => day)
    .replaceAll('{user}', () => user)
    .trim();
