import { ANSWERS_FILTER, type AnswersFilter } from '#answer-queries/index.ts';
import type { ChoiceStyle } from '#answer-tables/index.ts';
import { CATALOGUE, type ErrorCode } from '#kernel/error-catalogue.ts';
import type { Locale } from '#kernel/locale.ts';
import type { SeenAnswers } from '#templates/index.ts';

export type ExportKind = 'csv' | 'json' | 'pdf' | 'xlsx';
export type ExportState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

/** The filters of a table of answers, of which other exports have the status and the review only. */
export interface ExportOptions extends AnswersFilter {
  /** Selects forms that were last changed in this period, in milliseconds: `from` is included, `to` is not. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Starts CSV files with a byte order mark, so that Excel reads them as UTF-8. */
  readonly bom?: boolean | undefined;
  readonly locale: Locale;
  /** Of a table of answers: its order and columns, as the address of the table has them. */
  readonly sort?: string | undefined;
  readonly columns?: string | undefined;
  /** How choices are written in csv and xlsx; undefined: with the text in the version of each form. */
  readonly choices?: ChoiceStyle | undefined;
  /** Of PDFs: the id of the document that forms are printed on; undefined for the standard PDF. */
  readonly document?: string | undefined;
  /** Of PDFs: what they do not show. */
  readonly leaveOut?: readonly PdfPart[] | undefined;
  /** The address of Formstead, for links to files. */
  readonly base?: string | undefined;
}

/** What a PDF can do without. */
export type PdfPart = 'unanswered' | 'notes' | 'photos' | 'history';

/** The filters that every export has. */
const OF_EVERY_EXPORT = new Set(['status', 'review']);
const OF_TABLE = new Set(
  [...Object.keys(ANSWERS_FILTER), 'sort', 'columns'].filter((name) => !OF_EVERY_EXPORT.has(name)),
);

/** Returns whether somebody asked for the table as they see it, with its conditions, days, order or columns. */
export const isTableAsked = (asked: object): boolean =>
  Object.entries(asked).some(([name, value]) => value !== undefined && OF_TABLE.has(name));

export type ProblemReason =
  | 'not-whole'
  | 'unreadable'
  | 'unwritable'
  | 'not-drawn'
  | 'no-photos'
  | 'no-document'
  | 'file-damaged'
  | 'missing-characters';

/** Why an export failed: a reason of its own, or the code of an error. */
export type FailureReason =
  | 'interrupted'
  | 'owner-inactive'
  | 'archive-full'
  | 'too-heavy'
  | ErrorCode;
const OWN_REASONS: ReadonlySet<string> = new Set([
  'interrupted',
  'owner-inactive',
  'archive-full',
  'too-heavy',
]);
export const isFailureReason = (word: string): word is FailureReason =>
  OWN_REASONS.has(word) || Object.hasOwn(CATALOGUE, word);

/** A record that could not be exported completely. The other records are not affected. */
export interface ExportProblem {
  readonly formId: string;
  /** The name of the form. */
  readonly form: string;
  /** Why, for programs. */
  readonly reason?: ProblemReason;
  /** Why, in English. */
  readonly text: string;
  /** The code points that no font has. */
  readonly codePoints?: readonly number[];
}

export interface ExportFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** In hexadecimal; undefined for a result of an older version. */
  readonly sha256?: string;
  readonly storageKey: string;
}

/** Returns the size of the files of an export in bytes. */
export const bytesOf = (files: readonly ExportFile[]): number =>
  files.reduce((sum, { size }) => sum + size, 0);

/** What somebody sees of the forms of a template. */
export interface ExportScope {
  readonly see: SeenAnswers;
  /** Their groups, if it depends on these what they see. */
  readonly groups: readonly string[];
}

export interface ExportJob {
  readonly id: string;
  readonly accountId: string;
  readonly kind: ExportKind;
  /** An export is either of a template, with all its forms that the user may see, or of one form. */
  readonly templateId: string | undefined;
  readonly formId: string | undefined;
  readonly options: ExportOptions;
  readonly state: ExportState;
  /** In percent. */
  readonly progress: number;
  /** The number of forms written so far. */
  readonly written: number;
  /** Why the export failed: a reason and a sentence, as `joinReason` joins them. */
  readonly message: string | undefined;
  /** The first problems; a file of the result lists more. */
  readonly problems: readonly ExportProblem[];
  readonly problemCount: number;
  readonly files: readonly ExportFile[];
  /** What its owner saw of the template when it was made. */
  readonly scope: ExportScope | undefined;
  /** How often a runner has claimed it: what only its present runner knows. */
  readonly attempts: number;
  /** How many of those claims have come to nothing, the present one included. */
  readonly stalled: number;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly finishedAt: number | undefined;
  readonly expiresAt: number;
}

const DAY_MS = 86_400_000;
/** How long results are kept, in milliseconds. */
export const KEPT_MS = 7 * DAY_MS;
/** The most unfinished exports of one user. */
export const MAX_UNFINISHED = 10;
/** How long an export stays with a runner that does not report, in milliseconds. */
export const LEASE_MS = 60_000;
/** How long an export waits after forms of it were erased, in milliseconds: the next ones follow at once. */
export const HOLD_MS = 5000;
/** An export that ends its process this many times is not started again. */
export const MAX_STALLED = 5;
/** The most problems listed in a file of the result. */
export const MAX_KEPT_PROBLEMS = 100_000;
/** The most code points that all problems of an export name together. */
export const MAX_NAMED_CODE_POINTS = 1_000_000;
/** The most code points that a problem names in the export itself; the file names all. */
export const MAX_SHOWN_CODE_POINTS = 50;
/** The most problems listed in the export itself. */
export const MAX_NAMED_PROBLEMS = 100;
