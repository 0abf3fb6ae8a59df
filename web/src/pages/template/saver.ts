// Keeps the server's draft in step with what is edited: one request at a time, each naming the revision
// it changes, the next one with all that was changed meanwhile.
import { queryClient } from '../../api/query-client.ts';
import {
  changeTemplate,
  checkDefinition,
  type Fault,
  faultsOf,
  isStale,
  type TemplateChange,
  templateQuery,
} from '../../api/templates.ts';

export interface SaveState {
  /** `partly`: all but what is `refused`. */
  readonly kind: 'saved' | 'partly' | 'waiting' | 'saving' | 'failed' | 'stale';
  readonly error?: Error;
  /** By the last answer: it stays on show while the next one is awaited. */
  readonly refused: readonly Fault[];
}

/** What the server answers to every change of a template. */
interface Revised {
  readonly revision: number;
}

export interface Saver {
  /** Is sent soon, with what else changes until then. */
  change(change: TemplateChange): void;
  /** Sends this now, after what waits. Refused, it is forgotten: whoever asked for it says why. @throws ApiError */
  apply(change: TemplateChange): Promise<void>;
  /**
   * Does something else that changes the template, such as publishing it, after what waits is sent. The next change
   * names the revision that this makes. @throws ApiError
   */
  act<Answer extends Revised>(send: (revision: number) => Promise<Answer>): Promise<Answer>;
  /** Sends what waits. @throws ApiError when it was refused; it waits on. */
  flush(): Promise<void>;
  /** Whatever is there now gives way to what waits here. @throws ApiError */
  overwrite(): Promise<void>;
}

const PAUSE_MS = 800;

export function createSaver(
  id: string,
  startRevision: number,
  onState: (state: SaveState) => void,
): Saver {
  let revision = startRevision;
  let waiting: TemplateChange | undefined;
  let sending: Promise<void> | undefined;
  let alone: Promise<unknown> | undefined;
  let refused: readonly Fault[] = [];
  /** All that was changed here: to be sent once more where somebody else's changes give way to it. */
  let mine: TemplateChange | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (state: Omit<SaveState, 'refused'>) => onState({ ...state, refused });

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

  /** A property that is refused keeps nothing else of the definition from being stored. */
  async function store(change: TemplateChange): Promise<Revised> {
    try {
      const stored = await changeTemplate(id, { ...change, revision });
      if (change.definition !== undefined) refused = [];
      return stored;
    } catch (error) {
      const { definition } = change;
      if (definition === undefined || faultsOf(error).length === 0) throw error;
      const check = await checkDefinition(definition);
      if (check.accepted === undefined) throw error;
      const stored = await changeTemplate(id, { ...change, definition: check.accepted, revision });
      ({ refused } = check);
      return stored;
    }
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    // It makes another revision, which what waits has to name; whoever sent it says what went wrong with it.
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
      ({ revision } = answer);
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

  async function act<Answer extends Revised>(
    send: (revision: number) => Promise<Answer>,
    change = mine,
  ): Promise<Answer> {
    await flush();
    const running = sendAlone(send, change);
    alone = running.finally(() => {
      alone = undefined;
    });
    // What goes wrong is told to who asked for it; nobody else may be waiting.
    alone.catch(() => undefined);
    return await running;
  }

  return {
    async apply(change) {
      await act((now) => changeTemplate(id, { ...change, revision: now }), change);
    },
    act: (send) => act(send),
    change(change) {
      mine = { ...mine, ...change };
      waiting = { ...waiting, ...change };
      if (sending === undefined) show({ kind: 'waiting' });
      clearTimeout(timer);
      // What went wrong is shown; it is sent again with the next change.
      timer = setTimeout(() => void flush().catch(() => undefined), PAUSE_MS);
    },
    flush,
    async overwrite() {
      const current = await queryClient.fetchQuery({ ...templateQuery(id), staleTime: 0 });
      ({ revision } = current);
      if (waiting === undefined) show({ kind: 'saved' });
      await flush();
    },
  };
}
