// The annexes of a document: what did not fit on its paper, each under a number.
import type { Locale } from '#kernel/locale.ts';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import type { AnnexEntry } from './filled-document.ts';

const WORDS = {
  en: { annex: 'Annex', see: 'see annex', short: 'annex', rows: 'rows', text: 'Text on page' },
  de: {
    annex: 'Anlage',
    see: 'siehe Anlage',
    short: 'Anlage',
    rows: 'Zeilen',
    text: 'Text auf Seite',
  },
} as const;

export interface Annexes {
  /** Returns the number of the annex of an answer, which begins with the first call. */
  numberOf(answer: ShownAnswer, why: AnnexEntry['why']): number;
  /** Returns the number of an annex for a text that belongs to no question. */
  ofText(text: string, page: number): number;
  has(question: string): boolean;
  readonly entries: readonly AnnexEntry[];
}

export function createAnnexes(locale: Locale): Annexes {
  const words = WORDS[locale];
  const entries: AnnexEntry[] = [];
  const add = (answer: ShownAnswer, why: AnnexEntry['why'], question?: string): number => {
    const number = entries.length + 1;
    const title = `${words.annex} ${number} · ${answer.title}`;
    // The sections of the form are not those of the annex.
    const printed = { ...answer, title, section: [] };
    entries.push({ number, why, answer: printed, ...(question !== undefined && { question }) });
    return number;
  };
  return {
    numberOf(answer, why) {
      const known = entries.find(({ question }) => question === answer.name);
      return known?.number ?? add(answer, why, answer.name);
    },
    ofText: (text, page) =>
      add(
        {
          name: '',
          title: `${words.text} ${page}`,
          type: 'text',
          section: [],
          state: 'answered',
          value: text,
          displayValue: text,
        },
        'too-long',
      ),
    has: (name) => entries.some(({ question }) => question === name),
    entries,
  };
}

/** Returns what a box may say instead of its text, the clearest first. */
export const notesOf = (locale: Locale, number: number, rows?: number): readonly string[] => {
  const words = WORDS[locale];
  return [
    ...(rows === undefined ? [] : [`${rows} ${words.rows}: ${words.short} ${number}`]),
    `${words.see} ${number}`,
    `${words.short} ${number}`,
    String(number),
  ];
};
