// What each column of a file means, guessed from its name.
import { fold } from '#kernel/text.ts';
import type { WrittenQuestion } from '#questionnaires/reading/text-answers.ts';
import type { AssignmentRow, AssignmentRowFault, AssignmentRows } from '#web/api/assignments.ts';
import type { WorkFile } from './read-work-file.ts';

export const PERSON_MEANINGS = ['userName', 'email', 'externalId'] as const;
export const WORK_MEANINGS = ['dueDate', 'priority', 'instructions', 'reference'] as const;
type PersonMeaning = (typeof PERSON_MEANINGS)[number];
type WorkMeaning = (typeof WORK_MEANINGS)[number];
const FIELD = 'field:';
/** What a column means; empty: it is not used. */
export type Meaning = '' | PersonMeaning | WorkMeaning | `${typeof FIELD}${string}`;

export const meaningOfField = (name: string): Meaning => `${FIELD}${name}`;

/** Names as {@link plain} makes them. */
const NAMES: Readonly<Record<PersonMeaning | WorkMeaning, readonly string[]>> = {
  userName: ['username', 'user', 'login', 'benutzername', 'benutzer', 'anmeldename'],
  email: ['email', 'emailaddress', 'mail', 'emailadresse'],
  externalId: ['externalid', 'externeid', 'employeenumber', 'employeeid', 'personalnummer'],
  dueDate: [
    'due',
    'duedate',
    'dueon',
    'dueby',
    'deadline',
    'fällig',
    'fälligam',
    'fälligbis',
    'termin',
  ],
  priority: ['priority', 'priorität', 'prio'],
  instructions: ['instructions', 'instruction', 'anweisungen', 'anweisung', 'hinweis', 'hinweise'],
  reference: ['reference', 'ref', 'referenz', 'order', 'ordernumber', 'auftrag', 'auftragsnummer'],
};

const plain = (text: string): string => fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Guesses what each column means. Nothing is meant by two columns, and one column names the person. */
export function guessMeanings(
  headers: readonly string[],
  questions: readonly WrittenQuestion[],
): readonly Meaning[] {
  const used = new Set<Meaning>();
  let hasPerson = false;
  const fieldOf = (name: string): Meaning | undefined => {
    const found = questions.find((each) =>
      [each.name, each.titles.en, each.titles.de].some((known) => plain(known) === name),
    );
    return found && meaningOfField(found.name);
  };
  return headers.map((header) => {
    const name = plain(header);
    const person = hasPerson ? undefined : namedIn(PERSON_MEANINGS, name);
    const found =
      name === '' ? '' : (person ?? fieldOf(name) ?? namedIn(WORK_MEANINGS, name) ?? '');
    if (found === '' || used.has(found)) return '';
    used.add(found);
    if (person !== undefined) hasPerson = true;
    return found;
  });
}

const namedIn = <M extends PersonMeaning | WorkMeaning>(
  meanings: readonly M[],
  name: string,
): M | undefined => meanings.find((each) => NAMES[each].includes(name));

/** Returns the meanings after one column got another one, which it takes from the column that had it. */
export function withMeaning(
  meanings: readonly Meaning[],
  at: number,
  meaning: Meaning,
): readonly Meaning[] {
  const isTaken = (each: Meaning) => each === meaning || (isPerson(each) && isPerson(meaning));
  return meanings.map((each, i) => {
    if (i === at) return meaning;
    return each !== '' && isTaken(each) ? '' : each;
  });
}

const isPerson = (meaning: Meaning): meaning is PersonMeaning =>
  PERSON_MEANINGS.some((each) => each === meaning);

/** Returns the position and the kind of the column that names the person; undefined while none does. */
export function personColumn(
  meanings: readonly Meaning[],
): { readonly at: number; readonly by: AssignmentRows['personBy'] } | undefined {
  const at = meanings.findIndex(isPerson);
  const by = meanings[at];
  return by !== undefined && isPerson(by) ? { at, by } : undefined;
}

/** Returns the rows of a file as the server reads them. */
export function rowsFor(
  { rows }: WorkFile,
  meanings: readonly Meaning[],
): readonly AssignmentRow[] {
  const person = personColumn(meanings)?.at ?? -1;
  return rows.map(({ row, cells }) => {
    const named = meanings.map((meaning, i) => [meaning, cells[i] ?? ''] as const);
    const filled = named.filter(([, cell]) => cell !== '');
    const fields = filled.flatMap(([meaning, cell]) =>
      meaning.startsWith(FIELD) ? [[meaning.slice(FIELD.length), cell] as const] : [],
    );
    const said = filled.filter(([meaning]) => WORK_MEANINGS.some((each) => each === meaning));
    return {
      ...Object.fromEntries(said),
      row,
      person: cells[person] ?? '',
      ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    };
  });
}

const LONGEST_SHOWN = 60;
/** Returns a cell as it is shown among others. */
export const shortened = (cell: string): string =>
  cell.length > LONGEST_SHOWN ? `${cell.slice(0, LONGEST_SHOWN).toWellFormed()}…` : cell;

/** Returns the position of the column that a fault is about; -1 if it is about the whole row. */
export function columnOf(meanings: readonly Meaning[], { at, field }: AssignmentRowFault): number {
  if (at === 'person') return personColumn(meanings)?.at ?? -1;
  return meanings.findIndex((each) => each === (field === undefined ? at : meaningOfField(field)));
}
