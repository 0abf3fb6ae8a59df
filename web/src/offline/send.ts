// Brings a draft to the server, one step after the other, each of which may be repeated without harm:
// ids are made here, revisions tell what was seen, and a local copy goes when the server has confirmed all.
import {
  type Confirmed,
  created,
  type Draft,
  delayed,
  type Fault,
  type FileState,
  holdBack,
  met,
  nextStep,
  type Place,
  refused,
  type ServerForm,
  type Step,
  type StoredFile,
  saved,
  type Trouble,
} from './drafts.ts';

/** What is kept on this device for one person. Each change is durable before it resolves. */
export interface DraftStore {
  drafts(): Promise<readonly Draft[]>;
  draft(formId: string): Promise<Draft | undefined>;
  /** Reads and writes at once: nothing that another tab writes comes between. @returns what is kept now. */
  update(formId: string, change: (draft: Draft) => Draft): Promise<Draft | undefined>;
  files(formId: string): Promise<readonly FileState[]>;
  file(id: string): Promise<StoredFile | undefined>;
  markSent(fileId: string): Promise<void>;
  /** With its files, unless more was typed than `edits` says. @returns whether it went. */
  remove(formId: string, edits: number): Promise<boolean>;
}

export interface Filled extends Confirmed {
  readonly location: Place | undefined;
}

/** What the server can be asked. @throws Refusal for everything but success. */
export interface FormServer {
  create(draft: Draft): Promise<ServerForm>;
  save(formId: string, filled: Filled): Promise<{ readonly revision: number }>;
  upload(file: StoredFile): Promise<void>;
  complete(formId: string, revision: number): Promise<void>;
  read(formId: string): Promise<ServerForm>;
}

/** An answer that is none of success, or none at all (`status` 0). */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryAfterMs: number;
  readonly faults: readonly Fault[];
  /** The numbers and names that the words for the code are filled with. */
  readonly members: Trouble['members'];
  /** What the server has, where it says so with a 412. */
  readonly current: (Confirmed & { readonly by?: string | undefined }) | undefined;

  constructor(status: number, answer: Partial<Refusal>) {
    super(answer.message ?? '');
    this.status = status;
    this.code = answer.code ?? 'internal';
    this.retryAfterMs = answer.retryAfterMs ?? 0;
    this.faults = answer.faults ?? [];
    this.members = answer.members;
    this.current = answer.current;
  }
}

export interface SendDeps {
  readonly store: DraftStore;
  readonly server: FormServer;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly share: () => number;
}

/**
 * `sent`: the server has all of it. `gone`: and the form is complete, so that it is not kept here any more.
 * `stopped`: somebody has to decide. `later`: no network. `signed-out`: nobody, or somebody else.
 */
export type Outcome = 'sent' | 'gone' | 'stopped' | 'later' | 'signed-out';

/** Sends until nothing is left or something stands in the way. Only one may run for a person at a time. */
export async function sendDraft(formId: string, deps: SendDeps): Promise<Outcome> {
  let outcome: Outcome | undefined;
  while (outcome === undefined) outcome = await sendNext(formId, deps);
  return outcome;
}

/** @returns undefined when there may be more to send */
async function sendNext(formId: string, deps: SendDeps): Promise<Outcome | undefined> {
  const draft = await deps.store.draft(formId);
  if (draft === undefined) return 'gone';
  const step = nextStep(draft, await deps.store.files(formId));
  if (step === undefined) {
    return draft.conflict !== undefined || draft.problem !== undefined ? 'stopped' : 'sent';
  }
  try {
    await take(step, draft, deps);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return await meet(error, step, draft, deps);
  }
  if (step.do !== 'complete') return undefined;
  await leave(draft, deps);
  return 'gone';
}

async function take(step: Step, draft: Draft, deps: SendDeps): Promise<void> {
  const { store, server } = deps;
  const { formId } = draft;
  switch (step.do) {
    case 'create': {
      const form = await server.create(draft);
      await store.update(formId, (latest) => created(latest, form, deps.now()));
      return;
    }
    case 'save': {
      const { answers, location } = step;
      // Kept before it goes out: should the answer be lost, it is known what may have arrived.
      await store.update(formId, (latest) => ({ ...latest, sent: answers }));
      const { revision } = await server.save(formId, step);
      await store.update(formId, (latest) =>
        saved(latest, { revision, answers }, location, deps.now()),
      );
      return;
    }
    case 'upload': {
      const file = await store.file(step.fileId);
      if (file !== undefined) await server.upload(file);
      await store.markSent(step.fileId);
      return;
    }
    case 'complete':
      return await server.complete(formId, step.revision);
  }
}

/** The form is complete: only what was typed after that would still be news. */
async function leave(draft: Draft, { store, now }: SendDeps): Promise<void> {
  if (await store.remove(draft.formId, draft.edits)) return;
  const problem: Trouble = {
    code: 'form-state',
    text: '',
    step: 'save',
    faults: [],
    at: now(),
  };
  await store.update(draft.formId, (latest) => refused(latest, problem));
}

const LATER = new Set([0, 408, 425, 429, 500, 502, 503, 504]);

/** @returns undefined when the next step may be taken at once */
async function meet(
  error: Refusal,
  step: Step,
  draft: Draft,
  deps: SendDeps,
): Promise<Outcome | undefined> {
  const { store, now, share } = deps;
  const { formId } = draft;
  // Of somebody who has yet to set up a second factor nothing is taken, and it will be once they have.
  if (error.status === 401 || error.code === 'second-factor-needed') return 'signed-out';
  if (LATER.has(error.status)) {
    await store.update(formId, (latest) => delayed(latest, now(), share(), error.retryAfterMs));
    return 'later';
  }
  if (error.status === 412) {
    const current = error.current ?? (await readCurrent(formId, deps));
    if (current === undefined) return 'later';
    const after = await store.update(formId, (latest) => met(latest, current, current.by));
    return after?.conflict === undefined ? undefined : 'stopped';
  }
  const problem: Trouble = {
    code: error.code,
    text: error.message,
    ...(error.members && { members: error.members }),
    step: step.do,
    fileId: step.do === 'upload' ? step.fileId : undefined,
    faults: error.faults,
    at: now(),
  };
  await store.update(formId, (latest) => {
    if (step.do === 'save' && error.status === 422) {
      const held = holdBack(latest, step.answers, problem);
      if (held !== undefined) return held;
    }
    // What was typed since may be just what the server missed.
    const isOutdated = step.do === 'save' && latest.edits !== draft.edits;
    return isOutdated ? { ...latest, sent: undefined } : refused(latest, problem);
  });
  return (await store.draft(formId))?.problem === undefined ? undefined : 'stopped';
}

async function readCurrent(
  formId: string,
  { server, store, now, share }: SendDeps,
): Promise<Refusal['current']> {
  try {
    return await server.read(formId);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await store.update(formId, (latest) => delayed(latest, now(), share()));
    return undefined;
  }
}

export interface Round {
  /** When to try again; undefined: when something changes. */
  readonly nextAt: number | undefined;
  readonly isSignedOut: boolean;
}

/** Everything that waits and whose time has come, in the order in which it was typed. */
export async function sendAll(deps: SendDeps): Promise<Round> {
  const drafts = [...(await deps.store.drafts())].sort((a, b) => a.changedAt - b.changedAt);
  for (const { formId, notBefore } of drafts) {
    if (notBefore > deps.now()) continue;
    const outcome = await sendDraft(formId, deps);
    if (outcome === 'signed-out') return { nextAt: undefined, isSignedOut: true };
  }
  const due = (await deps.store.drafts()).map(({ notBefore }) => notBefore).filter((at) => at > 0);
  return { nextAt: due.length === 0 ? undefined : Math.min(...due), isSignedOut: false };
}
