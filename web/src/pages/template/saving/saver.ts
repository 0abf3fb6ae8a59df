// Saves the draft of a template: one request at a time, each with the revision that it changes. Changes that are made
// during a request go into the next one.
import type { TemplateDetail } from '#templates/app-types.ts';
import { ApiError } from '#web/api/client.ts';
import { queryClient } from '#web/api/query-client.ts';
import {
  changeTemplate,
  checkDefinition,
  type Fault,
  faultsOf,
  isStale,
  type TemplateChange,
} from '#web/api/template-design.ts';
import { templateQuery } from '#web/api/template-queries.ts';

export interface SaveState {
  /** `partly`: everything is saved except what `refused` lists. */
  readonly kind: 'saved' | 'partly' | 'waiting' | 'saving' | 'failed' | 'stale';
  readonly error?: Error;
  /** The faults of the last answer, which stay visible until the next one. */
  readonly refused: readonly Fault[];
}

/** The part of the server's answer that all changes of a template have in common. */
interface Revised {
  readonly revision: number;
}

export interface Saver {
  /** Sends a change soon, together with others that follow until then. */
  change(change: TemplateChange): void;
  /**
   * Sends a change now, after those that wait. A refused change is not kept: the caller reports the error. While others'
   * changes are in its way, it waits until it overwrites them.
   * @throws ApiError
   */
  apply(change: TemplateChange): Promise<void>;
  /**
   * Runs another request that changes the template, such as publishing, after waiting changes are sent. The next change
   * names the revision that this request makes.
   * @throws ApiError
   */
  act<Answer extends Revised>(send: (revision: number) => Promise<Answer>): Promise<Answer>;
  /** Sends what waits. After a refusal it keeps waiting. @throws ApiError */
  flush(): Promise<void>;
  /**
   * Saves the changes made here over the server's current state. Where the form was not changed here, the form of the
   * others remains, and is loaded. @throws ApiError
   */
  overwrite(): Promise<void>;
  /** Saves the changes made here over a revision whose changes are part of them. @throws ApiError */
  mergeOnto(revision: number): Promise<void>;
  /** Returns the stored definition that the form here was made of; undefined while the form was not changed here. */
  base(): object | undefined;
  /** Returns whether the server has all that was changed here. */
  isSaved(): boolean;
  /** Drops what waits. Returns a promise that resolves once running requests are settled, if there are any. */
  close(): Promise<unknown> | undefined;
}

interface Options {
  readonly template: TemplateDetail;
  readonly onState: (state: SaveState) => void;
  /** Is called when others have changed the template, and nothing that was changed here is lost by loading it again. */
  readonly onBehind: () => void;
}

const PAUSE_MS = 800;

export function createSaver({ template, onState, onBehind }: Options): Saver {
  const { id } = template;
  let { revision } = template;
  /** The definition of that revision. */
  let stored: object | undefined = template.draftDefinition;
  let kind: SaveState['kind'] = 'saved';
  let waiting: TemplateChange | undefined;
  let sending: Promise<void> | undefined;
  let alone: Promise<unknown> | undefined;
  let refused: readonly Fault[] = [];
  /** The changes of the form made here, which are sent again when they overwrite those of another person. */
  let mine: TemplateChange | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The changes sent since the last answer: each of them may have been stored, and its answer lost. */
  let unanswered: readonly TemplateChange[] = [];

  /** The changes that were sent alone and are in conflict, until they overwrite those of others. */
  let inConflict: PromiseWithResolvers<void> | undefined;

  function show(state: Omit<SaveState, 'refused'>): void {
    ({ kind } = state);
    onState({ ...state, refused });
  }

  function take(): TemplateChange | undefined {
    const taken = waiting;
    waiting = undefined;
    return taken;
  }

  async function send(): Promise<void> {
    for (let change = take(); change !== undefined; change = take()) {
      show({ kind: 'saving' });
      try {
        ({ revision } = await store(change));
      } catch (cause) {
        waiting = { ...change, ...take() };
        const error = cause instanceof Error ? cause : new Error(String(cause));
        show({ kind: isStale(error) ? 'stale' : 'failed', error });
        throw error;
      }
    }
    show({ kind: refused.length === 0 ? 'saved' : 'partly' });
  }

  /** Changes the template. A template that changed only by what was sent here without an answer is no conflict. */
  async function patch(change: TemplateChange): Promise<Revised> {
    try {
      return await patchNow(change);
    } catch (error) {
      if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) {
        unanswered = [...unanswered, change];
      }
      if (!isStale(error) || unanswered.length === 0) throw error;
      const now = await queryClient.fetchQuery({ ...templateQuery(id), staleTime: 0 });
      if (!unanswered.some((sent) => holds(now, sent))) throw error;
      ({ revision } = now);
      return await patchNow(change);
    }
  }

  async function patchNow(change: TemplateChange): Promise<Revised> {
    const answer = await changeTemplate(id, { ...change, revision });
    unanswered = [];
    stored = change.definition ?? stored;
    return answer;
  }

  /** Saves a change. If the server rejects some properties of a definition, everything else of it is saved. */
  async function store(change: TemplateChange): Promise<Revised> {
    try {
      const answer = await patch(change);
      if (change.definition !== undefined) refused = [];
      return answer;
    } catch (error) {
      const { definition } = change;
      if (definition === undefined || faultsOf(error).length === 0) throw error;
      const check = await checkDefinition(definition);
      if (check.accepted === undefined) throw error;
      const answer = await patch({ ...change, definition: check.accepted });
      ({ refused } = check);
      return answer;
    }
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    // A running request makes another revision, which the next change must name. Its caller reports its errors.
    while (alone !== undefined) await alone.catch(() => undefined);
    if (waiting === undefined && sending === undefined) return;
    sending ??= send().finally(() => {
      sending = undefined;
    });
    await sending;
  }

  async function sendAlone<Answer extends Revised>(
    send: (revision: number) => Promise<Answer>,
    change: TemplateChange | undefined,
  ): Promise<Answer> {
    try {
      const answer = await send(revision);
      follow(answer.revision);
      return answer;
    } catch (error) {
      if (error instanceof Error && isStale(error)) {
        const unsent = take();
        if (change !== undefined || unsent !== undefined) waiting = { ...change, ...unsent };
        show({ kind: 'stale', error });
      }
      throw error;
    }
  }

  /**
   * Goes on from the revision that a request made. A later one means that others had changed the template before, which
   * not all requests refuse: the next change from here must not overwrite theirs unasked.
   */
  function follow(made: number): void {
    if (made <= revision + 1) revision = made;
    else if (waiting === undefined) onBehind();
    else show({ kind: 'stale' });
  }

  async function act<Answer extends Revised>(
    send: (revision: number) => Promise<Answer>,
    change = mine,
  ): Promise<Answer> {
    await flush();
    const running = sendAlone(send, change);
    alone = running.finally(() => {
      alone = undefined;
    });
    // The caller gets the error from `running`; without this, `alone` would be an unhandled rejection.
    alone.catch(() => undefined);
    return await running;
  }

  async function overwriteForm(changes: TemplateChange): Promise<void> {
    ({ revision } = await queryClient.fetchQuery({ ...templateQuery(id), staleTime: 0 }));
    // Also what was saved before the others changed it: it is what the screen shows.
    waiting = { ...changes, ...waiting };
    await flush();
  }

  /** Without a change of the form, the one on the screen is nobody's work, and the others' is loaded. */
  async function overwriteSettings(): Promise<void> {
    if (waiting !== undefined) await changeTemplate(id, waiting);
    waiting = undefined;
    onBehind();
  }

  /** Ends a conflict, and with it the change that waits for that. */
  async function settle(save: () => Promise<void>): Promise<void> {
    try {
      await save();
      inConflict?.resolve();
    } catch (error) {
      // As long as the question is on the screen, the next answer decides.
      if (kind === 'stale') throw error;
      inConflict?.reject(error);
    }
    inConflict = undefined;
  }

  return {
    async apply(change) {
      try {
        await act(() => patch(change), change);
      } catch (error) {
        if (!isStale(error)) throw error;
        waiting = { ...waiting, ...change };
        inConflict ??= Promise.withResolvers();
        await inConflict.promise;
      }
    },
    act: (send) => act(send),
    change(change) {
      mine = { ...mine, ...change };
      waiting = { ...waiting, ...change };
      if (sending === undefined) show({ kind: 'waiting' });
      clearTimeout(timer);
      // The state shows the error, and the next change sends this one again.
      timer = setTimeout(() => void flush().catch(() => undefined), PAUSE_MS);
    },
    flush,
    overwrite: () =>
      settle(async () => {
        if (mine === undefined) await overwriteSettings();
        else await overwriteForm(mine);
      }),
    mergeOnto: (theirs) =>
      settle(async () => {
        revision = theirs;
        await flush();
      }),
    base: () => (mine?.definition === undefined ? undefined : (stored ?? {})),
    isSaved: () => kind === 'saved',
    close() {
      clearTimeout(timer);
      waiting = undefined;
      const running = [sending, alone].filter((each) => each !== undefined);
      return running.length === 0 ? undefined : Promise.allSettled(running);
    },
  };
}

/** Returns whether a template is as a change made it. */
const holds = (template: TemplateDetail, change: TemplateChange): boolean =>
  (change.definition === undefined ||
    JSON.stringify(template.draftDefinition) === JSON.stringify(change.definition)) &&
  template.name === (change.name ?? template.name) &&
  template.namePattern === (change.namePattern ?? template.namePattern) &&
  (change.description === undefined || template.description === (change.description ?? undefined));
