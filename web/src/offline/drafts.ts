// A form as it is on this device, and what has to be sent of it next. Pure: what was typed, what the server
// confirmed and what is awaited are values, so that every order of events can be tried.
import {
  type Answers,
  at,
  type Conflict,
  commonBase,
  isEqual,
  isRecord,
  mergeAnswers,
  settle,
} from './merge.ts';

export interface Draft {
  readonly formId: string;
  readonly name: string;
  readonly templateId: string;
  readonly templateName?: string | undefined;
  readonly versionNumber: number;
  /** SurveyJS JSON. */
  readonly definition: object;
  /** What the server has confirmed; undefined: it does not know of the form yet. */
  readonly base: Confirmed | undefined;
  /** Answers whose confirmation did not arrive: whether the server has them is not known. */
  readonly sent: Answers | undefined;
  /** What was typed here, always the newest. */
  readonly answers: Answers;
  /** What stands in fields and is no answer yet, by the place of the answer. Never sent. */
  readonly unread?: Readonly<Record<string, string>> | undefined;
  /** Where it was filled in, when that was asked for. */
  readonly location?: Place | undefined;
  /** What the server has of it. */
  readonly confirmedLocation?: Place | undefined;
  /** What the server does not take as it is: kept here as it was typed, while all else goes on. */
  readonly held?: readonly Held[] | undefined;
  /** Grows with each change that is made here. */
  readonly edits: number;
  readonly wantsCompletion: boolean;
  /** Others changed the same answers meanwhile: somebody has to choose. */
  readonly conflict: Clash | undefined;
  /** Why it could not be sent, when trying again alone does not help. */
  readonly problem: Trouble | undefined;
  /** It was begun while the service could not be reached; the service then takes it beyond a limit of forms, too. */
  readonly begunOffline?: boolean | undefined;
  /** In a row, that failed for want of a network or of a server that can answer. */
  readonly failures: number;
  /** Not to be tried before; milliseconds since 1970. */
  readonly notBefore: number;
  /** When something was typed here last; milliseconds since 1970. */
  readonly changedAt: number;
  /** When the server last said that it has what was sent; milliseconds since 1970. */
  readonly confirmedAt?: number | undefined;
}

/** An answer that was refused, until it is another one: half a number may be too small. */
export interface Held {
  readonly field: string;
  readonly value: unknown;
}

export interface Confirmed {
  readonly revision: number;
  readonly answers: Answers;
}

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
  /** Metres. */
  readonly accuracy?: number | undefined;
}

export interface Clash {
  readonly theirs: Confirmed;
  readonly fields: readonly Conflict[];
  /** Who changed it, where that is known. */
  readonly by?: string | undefined;
}

/** What the server refused, and why. */
export interface Trouble {
  readonly code: string;
  readonly text: string;
  /** The numbers and names that the words for the code are filled with. */
  readonly members?: Readonly<Record<string, string | number>> | undefined;
  readonly step: Step['do'];
  /** Of the file that was refused. */
  readonly fileId?: string | undefined;
  readonly faults: readonly Fault[];
  readonly at: number;
}

/** One answer that is wrong: `items[0].qty`. */
export interface Fault {
  readonly at: string;
  /** In the language of the page where the engine found it, else English. */
  readonly text: string;
  /** One of the service's own rules, and what it allows: pages have words for it. */
  readonly rule?: string | undefined;
  readonly limit?: string | number | undefined;
}

/** A photo, signature or document of a draft. */
export interface StoredFile {
  readonly id: string;
  readonly formId: string;
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly bytes: Blob;
  readonly isSent: boolean;
}

export type FileState = Omit<StoredFile, 'bytes'>;

export type Step =
  | { readonly do: 'create' }
  | {
      readonly do: 'save';
      readonly revision: number;
      readonly answers: Answers;
      readonly location: Place | undefined;
    }
  | { readonly do: 'upload'; readonly fileId: string }
  | { readonly do: 'complete'; readonly revision: number };

/** What to send now; undefined when nothing is to be sent, or somebody has to decide first. */
export function nextStep(draft: Draft, files: readonly FileState[]): Step | undefined {
  const { base, problem, sent } = draft;
  if (draft.conflict !== undefined || isBlocking(problem)) return undefined;
  if (base === undefined) return { do: 'create' };
  const unsent = new Set(files.filter(({ isSent }) => !isSent).map(({ id }) => id));
  const wanted = withoutFiles(draft.answers, unsent);
  // Who asks for completion means what is there: it is sent, to be told what is wrong with it.
  const held = draft.wantsCompletion ? [] : heldIn(draft, wanted);
  const answers = sent ?? withoutHeld(wanted, held, base.answers);
  // What may have arrived is sent again as it was: the server knows it, and confirms.
  const { location } = draft;
  const hasMoved = !isEqual(location, draft.confirmedLocation);
  if (sent !== undefined || hasMoved || !isEqual(answers, base.answers)) {
    return { do: 'save', revision: base.revision, answers, location };
  }
  const named = fileIdsIn(draft.answers);
  const file = files.find(({ id, isSent }) => !isSent && named.has(id));
  if (file !== undefined) return { do: 'upload', fileId: file.id };
  return draft.wantsCompletion ? { do: 'complete', revision: base.revision } : undefined;
}

/** What was refused and is still the same. */
const heldIn = (draft: Draft, answers: Answers): readonly Held[] =>
  (draft.held ?? []).filter(({ field, value }) => isEqual(answers[field], value));

/** Whether an answer is only here, because the server does not take it as it is. */
export const isHolding = (draft: Draft): boolean => heldIn(draft, draft.answers).length > 0;

/** With what the server has of those. */
function withoutHeld(answers: Answers, held: readonly Held[], base: Answers): Answers {
  if (held.length === 0) return answers;
  const kept = new Map(Object.entries(answers));
  for (const { field } of held) {
    if (Object.hasOwn(base, field)) kept.set(field, base[field]);
    else kept.delete(field);
  }
  return Object.fromEntries(kept);
}

/**
 * The server refused some of the answers that were sent: the others go without them, and what was typed stays.
 * @returns undefined when that would change nothing: then the refusal is about something else
 */
export function holdBack(draft: Draft, sent: Answers, problem: Trouble): Draft | undefined {
  const fields = new Set(problem.faults.map(({ at }) => at.replace(/[.[].*$/s, '')));
  const before = draft.wantsCompletion ? [] : heldIn(draft, sent);
  const news = [...fields]
    .filter((field) => Object.hasOwn(sent, field) && !before.some((each) => each.field === field))
    .map((field) => ({ field, value: sent[field] }));
  if (news.length === 0) return undefined;
  const held = [...(draft.held ?? []).filter(({ field }) => !fields.has(field)), ...news];
  const waiting = { ...succeeded(draft), sent: undefined, held };
  if (!draft.wantsCompletion) return waiting;
  return { ...waiting, wantsCompletion: false, problem: { ...problem, step: 'complete' } };
}

/** Whether the server lacks anything of it. */
export const isWaiting = (draft: Draft, files: readonly FileState[]): boolean =>
  draft.conflict !== undefined ||
  isBlocking(draft.problem) ||
  isHolding(draft) ||
  nextStep(draft, files) !== undefined;

/** A refused completion stops nobody from typing on; what was typed is still saved. */
const isBlocking = (problem: Trouble | undefined): boolean =>
  problem !== undefined && problem.step !== 'complete';

/** What a page has besides answers when something is changed on it. */
export interface OnPage {
  /** The answers that stood there before. */
  readonly seen: Answers;
  readonly unread: Readonly<Record<string, string>>;
}

/**
 * Some answers as they are now; undefined takes one away. Typing is the answer to a refusal, too. What others
 * answered meanwhile without its being seen is asked about.
 */
export function change(
  draft: Draft,
  changes: ReadonlyMap<string, unknown>,
  now: number,
  page?: OnPage,
): Draft {
  const { seen = draft.answers, unread = draft.unread ?? {} } = page ?? {};
  const changed = withChanges(draft.answers, changes);
  const isSame = isEqual(changed, draft.answers);
  if (isSame && isEqual(unread, draft.unread ?? {})) return draft;
  const next: Draft = {
    ...tryAgain(draft),
    unread: Object.keys(unread).length === 0 ? undefined : unread,
    answers: changed,
    edits: draft.edits + 1,
    wantsCompletion: false,
    changedAt: now,
  };
  const { base, conflict } = draft;
  const overlooked = [...changes.keys()].filter((field) => isOverlooked(draft, seen, field));
  const theirs = conflict?.theirs ?? base;
  if (base === undefined || theirs === undefined) return next;
  if (conflict === undefined && overlooked.length === 0) return next;
  // As if theirs came in only now: against what was on the page when this was typed.
  const before = withChanges(
    base.answers,
    new Map(overlooked.map((field) => [field, at(seen, field)])),
  );
  return met({ ...next, base: { ...base, answers: before } }, theirs, conflict?.by);
}

/** The server's answer is here, and not on the page: its field was in use when it came. */
const isOverlooked = ({ answers, base }: Draft, seen: Answers, field: string): boolean =>
  !isEqual(at(answers, field), at(seen, field)) &&
  isEqual(at(answers, field), at(base?.answers ?? {}, field));

function withChanges(answers: Answers, changes: ReadonlyMap<string, unknown>): Answers {
  const changed = new Map(Object.entries(answers));
  for (const [field, value] of changes) {
    if (value === undefined) changed.delete(field);
    else changed.set(field, value);
  }
  return Object.fromEntries(changed);
}

/** Somebody asks for another attempt, or the network is back. */
export const tryAgain = (draft: Draft): Draft => ({
  ...draft,
  problem: undefined,
  failures: 0,
  notBefore: 0,
});

/** The server has a form of this id: made just now, or before. */
export const created = (draft: Draft, form: ServerForm, now: number): Draft => ({
  ...succeeded(draft),
  confirmedAt: now,
  name: form.name,
  definition: form.definition,
  versionNumber: form.versionNumber,
  base: { revision: form.revision, answers: form.answers },
});

/** What the server says of a form that is to be filled in. */
export interface ServerForm extends Confirmed {
  readonly id: string;
  readonly name: string;
  readonly template: { readonly id: string; readonly name?: string };
  readonly versionNumber: number;
  readonly definition: object;
  readonly location?: Place;
}

export const saved = (
  draft: Draft,
  base: Confirmed,
  location: Place | undefined,
  now: number,
): Draft => ({
  ...succeeded(draft),
  confirmedLocation: location,
  confirmedAt: now,
  base,
  sent: undefined,
});

const succeeded = (draft: Draft): Draft => ({ ...draft, failures: 0, notBefore: 0 });

/** The server has another revision: what was changed there comes in, unless it was changed here as well. */
export function met(draft: Draft, theirs: Confirmed, by?: string): Draft {
  const base = commonBase(draft.base?.answers ?? {}, draft.sent, theirs.answers);
  const { answers, conflicts } = mergeAnswers(base, draft.answers, theirs.answers);
  if (conflicts.length > 0) {
    // The old base stays: with it the question can be asked again when they change something more.
    return {
      ...draft,
      base: { revision: draft.base?.revision ?? 0, answers: base },
      sent: undefined,
      conflict: { theirs, fields: conflicts, by },
    };
  }
  return { ...succeeded(draft), base: theirs, sent: undefined, conflict: undefined, answers };
}

/** Somebody has chosen, for each answer that both sides had changed. */
export function chosen(
  draft: Draft,
  choices: ReadonlyMap<string, 'mine' | 'theirs'>,
  now: number,
): Draft {
  const { conflict, base } = draft;
  if (conflict === undefined) return draft;
  const { theirs } = conflict;
  const merged = mergeAnswers(base?.answers ?? {}, draft.answers, theirs.answers);
  const isLeft = ([at]: readonly [string, string]) =>
    choices.get(at.replace(/\[.*$/s, '')) !== 'theirs';
  return {
    ...tryAgain(draft),
    unread: Object.fromEntries(Object.entries(draft.unread ?? {}).filter(isLeft)),
    base: theirs,
    conflict: undefined,
    answers: settle(merged.answers, merged.conflicts, choices),
    edits: draft.edits + 1,
    changedAt: now,
  };
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 300_000;

/** No answer, or one that says "later": `share` (0 to 1) spreads those who were cut off together. */
export function delayed(draft: Draft, now: number, share: number, atLeastMs = 0): Draft {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** draft.failures, LONGEST_WAIT_MS);
  const spread = wait * (0.5 + share / 2);
  return {
    ...draft,
    ...(draft.base === undefined && { begunOffline: true }),
    failures: draft.failures + 1,
    notBefore: now + Math.max(spread, Math.min(atLeastMs, LONGEST_WAIT_MS)),
  };
}

/** An answer that will stay the same until somebody does something. */
export const refused = (draft: Draft, problem: Trouble): Draft => ({
  ...succeeded(draft),
  problem,
  sent: undefined,
  wantsCompletion: problem.step === 'complete' ? false : draft.wantsCompletion,
});

/** Ids of all files that answers name, however deep. */
function fileIdsIn(value: unknown): ReadonlySet<string> {
  const ids = new Set<string>();
  const look = (each: unknown): void => {
    if (Array.isArray(each)) each.forEach(look);
    if (!isRecord(each)) return;
    if (typeof each['id'] === 'string' && typeof each['type'] === 'string') ids.add(each['id']);
    Object.values(each).forEach(look);
  };
  look(value);
  return ids;
}

/** Answers that name none of these files: the server refuses what it does not have yet. */
function withoutFiles(answers: Answers, unsent: ReadonlySet<string>): Answers {
  if (unsent.size === 0) return answers;
  const without = strip(answers, unsent);
  return isRecord(without) ? without : {};
}

function strip(value: unknown, unsent: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) {
    const kept = value.map((each) => strip(each, unsent)).filter((each) => each !== undefined);
    return kept.length === 0 && value.length > 0 ? undefined : kept;
  }
  if (!isRecord(value)) return value;
  if (typeof value['id'] === 'string' && unsent.has(value['id'])) return undefined;
  const members = Object.entries(value).map(([name, each]) => [name, strip(each, unsent)]);
  return Object.fromEntries(members.filter(([, each]) => each !== undefined));
}
