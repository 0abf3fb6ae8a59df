// What a page will need is named in its head, so that a browser asks for all of it at once.
import { askedLocale } from '#kernel/locale.ts';

/** What web/preloads.ts writes down of some pages. */
export interface Preload {
  /** A regular expression for the path of the page. Its group, if it has one, matches nothing that HTML would need escaped. */
  readonly path: string;
  /** Paths of our own API; `$1` stands for what the first group of `path` matched. */
  readonly calls: readonly string[];
  /** Paths of scripts and styles, for a reader of that language. */
  readonly en: readonly string[];
  readonly de: readonly string[];
}

interface Visit {
  readonly path: string;
  /** Accept-Language. */
  readonly languages: string | undefined;
  /** Whether what a page asks of the API is answered. */
  readonly hasSession: boolean;
}

/** Returns elements for the head of a page: what it asks for first, its scripts and its styles. */
export function preloadsFor(known: readonly Preload[], visit: Visit): string {
  for (const { path, calls, en, de } of known) {
    const match = new RegExp(path).exec(visit.path);
    if (match === null) continue;
    const asked = visit.hasSession ? calls : [];
    // The page chooses its language by the same header, unless its reader chose one.
    return [
      ...asked.map((call) => callElement(call.replace('$1', match[1] ?? ''))),
      ...(askedLocale(visit.languages) === 'de' ? de : en).map(fileElement),
    ].join('');
  }
  return '';
}

// With `crossorigin` the browser takes it for what fetch and modules ask for, cookies of our own included.
const callElement = (path: string): string =>
  `<link rel="preload" as="fetch" crossorigin href="${path.replaceAll('&', '&amp;')}">`;

const fileElement = (path: string): string =>
  path.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="${path}">`
    : `<link rel="modulepreload" crossorigin href="${path}">`;
