// Reads server-sent events as a browser does.
import { get } from 'node:https';
import type { Browser } from './browser.ts';
import type { Instance } from './instance.ts';

export interface EventStream {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The numbers of unread notices so far. */
  readonly unread: readonly number[];
  readonly hasEnded: () => boolean;
  close(): void;
}

export function openEventStream(
  node: Pick<Instance, 'baseUrl' | 'ca'>,
  browser: Browser,
  path = '/app/v1/notices/unread',
): Promise<EventStream> {
  const { promise, resolve, reject } = Promise.withResolvers<EventStream>();
  const cookie = `__Host-sid=${browser.cookie() ?? ''}`;
  const headers = { cookie, accept: 'text/event-stream' };
  const request = get(`${node.baseUrl}${path}`, { ca: node.ca, agent: false, headers });
  request.on('error', reject);
  request.on('response', (response) => {
    const unread: number[] = [];
    let text = '';
    let hasEnded = false;
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      text += chunk;
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^event: unread\ndata: (.*)$/.exec(event)?.[1];
        if (data !== undefined) unread.push(JSON.parse(data).unread);
      }
    });
    const end = () => {
      hasEnded = true;
    };
    response.on('end', end);
    response.on('error', end);
    resolve({
      ...{ status: response.statusCode ?? 0, headers: response.headers, unread },
      hasEnded: () => hasEnded,
      close: () => request.destroy(),
    });
  });
  return promise;
}
