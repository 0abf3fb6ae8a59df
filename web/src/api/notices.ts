// The notices of the person, and how many are unread: the same number in all tabs, told by the server when it changes.
import { queryOptions } from '@tanstack/react-query';
import type { NoticeItem, UnreadCount } from '#notices/app-types.ts';
import { ApiError, call, get } from './client.ts';
import { queryClient } from './query-client.ts';

export const NOTICES = '/app/v1/notices';
const UNREAD = `${NOTICES}/unread`;

/** The number of unread notices, which {@link followUnread} keeps. */
export const unreadQuery = queryOptions({
  queryKey: ['unread-notices'],
  queryFn: () => get<UnreadCount>(UNREAD),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Marks a notice as read, on all devices. */
export const readNotice = ({ id }: Pick<NoticeItem, 'id'>) =>
  marked(call<UnreadCount>('POST', `${NOTICES}/${id}/read`));

/** Marks all notices as read that came until a time. */
export const readAllNotices = (until: string) =>
  marked(call<UnreadCount>('POST', `${NOTICES}/read`, { until }));

const marked = async (answer: Promise<UnreadCount>): Promise<void> => take(await answer);

/** Shows a number, and reads lists of notices again: one may have grown while the number stays. */
function take(told: UnreadCount): void {
  queryClient.setQueryData(unreadQuery.queryKey, told);
  void queryClient.invalidateQueries({ queryKey: [NOTICES] });
}

/** Pauses before the next attempt after the server gave no stream: each is longer than the one before. */
const PAUSES_MS = [15_000, 60_000, 300_000];

/**
 * Follows the number of unread notices until `signal` is aborted. One tab of the browser has the stream, and tells the
 * others; when it closes, another one goes on.
 */
export function followUnread(userId: string, signal: AbortSignal): void {
  const name = `unread-notices ${userId}`;
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<UnreadCount>) => take(data);
  signal.addEventListener('abort', () => channel.close());
  const lead = () =>
    stream(signal, (told) => {
      take(told);
      channel.postMessage(told);
    });
  // The lock is given back when the tab closes. It fails if the signal is aborted first.
  void navigator.locks.request(name, { signal }, lead).catch(() => undefined);
}

async function stream(signal: AbortSignal, tell: (told: UnreadCount) => void): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    const hasTold = await untilRefused(signal, tell);
    if (hasTold) failures = 0;
    await pause(PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0, signal);
    if (signal.aborted) return;
    try {
      tell(await get<UnreadCount>(UNREAD));
    } catch (error) {
      // Once the session has ended, there is nothing to follow.
      if (error instanceof ApiError && error.status === 401) return;
    }
  }
}

/** Resolves when the server refuses a stream; a broken line is tried again by the browser. @returns whether it told anything */
function untilRefused(signal: AbortSignal, tell: (told: UnreadCount) => void): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const source = new EventSource(UNREAD);
  let hasTold = false;
  source.addEventListener('unread', ({ data }: MessageEvent<string>) => {
    hasTold = true;
    tell(JSON.parse(data));
  });
  const end = () => {
    source.close();
    signal.removeEventListener('abort', end);
    resolve(hasTold);
  };
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) end();
  };
  signal.addEventListener('abort', end);
  return promise;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    resolve();
  });
  return promise;
};
