// Keeps the server's draft in step with what is edited: one request at a time, each naming the revision
// it changes, the next one with all that was changed meanwhile.
import { queryClient } from '../../api/query-client.ts';
import {
  changeTemplate,
  isStale,
  type TemplateChange,
  templateQuery,
} from '../../api/templates.ts';

export interface SaveState {
  readonly kind: 'saved' | 'waiting' | 'saving' | 'failed' | 'stale';
  readonly error?: Error;
}

export interface Saver {
  /** Of the draft on the server, as far as this page knows. */
  revision(): number;
  /** Is sent soon, with what else changes until then. */
  change(change: TemplateChange): void;
  /** Sends this now, after what waits. Refused, it is forgotten: whoever asked for it says why. @throws ApiError */
  apply(change: TemplateChange): Promise<void>;
  /** Sends what waits. @throws ApiError when it was refused; it waits on. */
  flush(): Promise<void>;
  /** Whatever is there now gives way to what waits here. @throws ApiError */
  overwrite(): Promise<void>;
}

const PAUSE_MS = 800;

export function createSaver(
  id: string,
  startRevision: number,
  show: (state: SaveState) => void,
): Saver {
  let revision = startRevision;
  let waiting: TemplateChange | undefined;
  let sending: Promise<void> | undefined;
  let alone: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function take(): TemplateChange | undefined {
    const taken = waiting;
    waiting = undefined;
    return taken;
  }

  async function send(): Promise<void> {
    for (let change = take(); change !== undefined; change = take()) {
      show({ kind: 'saving' });
      try {
        ({ revision } = await changeTemplate(id, { ...change, revision }));
      } catch (cause) {
        waiting = { ...change, ...take() };
        const error = cause instanceof Error ? cause : new Error(String(cause));
        show({ kind: isStale(error) ? 'stale' : 'failed', error });
        throw error;
      }
    }
    show({ kind: 'saved' });
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

  async function sendAlone(change: TemplateChange): Promise<void> {
    try {
      ({ revision } = await changeTemplate(id, { ...change, revision }));
    } catch (error) {
      if (error instanceof Error && isStale(error)) {
        waiting = { ...change, ...take() };
        show({ kind: 'stale', error });
      }
      throw error;
    }
  }

  return {
    revision: () => revision,
    async apply(change) {
      await flush();
      alone = sendAlone(change).finally(() => {
        alone = undefined;
      });
      await alone;
    },
    change(change) {
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
      await flush();
    },
  };
}
