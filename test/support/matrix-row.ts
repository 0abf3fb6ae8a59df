// How a line of test/authorisation-matrix.ts is read.
import { IDS } from './matrix-ids.ts';

/** The caller of a route. */
type Caller = 'nobody' | 'member' | 'designer' | 'admin' | 'sync';
type Outcome = 'open' | 'yes' | number;

export interface MatrixRow {
  /** `METHOD /path`. */
  readonly route: string;
  readonly outcomes: Readonly<Record<Caller, Outcome>>;
  /** Undefined for an open route; `session` is for browsers. */
  readonly right: string | undefined;
  /** Whether the user must have proved their identity recently; `body`: the request contains the proof. */
  readonly confirmed: (typeof PROOFS)[number] | undefined;
  readonly id: (typeof IDS)[number] | undefined;
  readonly sees: 'all' | 'own' | undefined;
}

const SEES = ['all', 'own'] as const;
const PROOFS = ['yes', 'body'] as const;

/** Reads a row of the authorisation matrix. */
export function parseRow(line: string): MatrixRow {
  const [method, path, nobody, member, designer, admin, sync, right, confirmed, id, sees, ...more] =
    line.trim().split(/ +/);
  if (sees === undefined || more.length > 0) throw new Error(`eleven columns are wanted: ${line}`);
  return {
    route: `${method} ${path}`,
    outcomes: {
      nobody: parseOutcome(nobody, line),
      member: parseOutcome(member, line),
      designer: parseOutcome(designer, line),
      admin: parseOutcome(admin, line),
      sync: parseOutcome(sync, line),
    },
    right: right === '-' ? undefined : right,
    confirmed: parseWord(PROOFS, confirmed, line),
    id: parseWord(IDS, id, line),
    sees: parseWord(SEES, sees, line),
  };
}

function parseOutcome(text: string | undefined, line: string): Outcome {
  if (text === 'yes' || text === 'open') return text;
  if (text === undefined || !/^[45]\d\d$/.test(text)) throw new Error(`${text} is odd: ${line}`);
  return Number(text);
}

function parseWord<T extends string>(
  words: readonly T[],
  text: string | undefined,
  line: string,
): T | undefined {
  if (text === '-') return undefined;
  const word = words.find((each) => each === text);
  if (word === undefined) throw new Error(`${text} is none of ${words.join(', ')}: ${line}`);
  return word;
}
