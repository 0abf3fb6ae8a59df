import { request as plainRequest } from 'node:http';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';

/** One request of the story. */
export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** The name of the shell variable that contains the token, and the token. */
  readonly token?: { readonly variable: string; readonly value: string };
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Parsed JSON; undefined if there is no body. */
  readonly body: unknown;
}

export interface Client {
  call(call: Call): Promise<Answer>;
  /** Sends a request over plain HTTP. Returns the error, or the status if there is a response. */
  callPlain(path: string): Promise<string>;
  close(): void;
}

/** Calls the demo as any client does: over HTTPS, trusting only its certificate authority. */
export function createClient(baseUrl: string, ca: string): Client {
  const agent = new Agent({ keepAlive: true, ca });
  return {
    async call(call) {
      const payload = call.form
        ? new URLSearchParams(call.form).toString()
        : call.json === undefined
          ? undefined
          : JSON.stringify(call.json);
      const sent = request(`${baseUrl}${call.path}${queryOf(call)}`, {
        agent,
        method: call.method ?? 'GET',
        headers: headersOf(call),
      });
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      sent.on('error', reject);
      sent.on('response', (response) => {
        text(response).then((body) => {
          resolve({
            status: response.statusCode ?? 0,
            headers: new Map(Object.entries(response.headersDistinct).map(joined)),
            body: body === '' ? undefined : JSON.parse(body),
          });
        }, reject);
      });
      sent.end(payload);
      return promise;
    },
    callPlain(path) {
      const { promise, resolve } = Promise.withResolvers<string>();
      const sent = plainRequest(`${baseUrl.replace('https:', 'http:')}${path}`, (response) => {
        response.resume();
        resolve(`answered with status ${response.statusCode}`);
      });
      sent.on('error', (error) => resolve(error.message));
      sent.end();
      return promise;
    },
    close: () => agent.destroy(),
  };
}

function queryOf({ query }: Call): string {
  return query ? `?${new URLSearchParams(query).toString()}` : '';
}

function headersOf(call: Call): Record<string, string> {
  return {
    accept: 'application/json',
    ...(call.form && { 'content-type': 'application/x-www-form-urlencoded' }),
    ...(call.json !== undefined && { 'content-type': 'application/json' }),
    ...(call.token && { authorization: `Bearer ${call.token.value}` }),
    ...call.headers,
  };
}

const joined = ([name, values]: [string, readonly string[] | undefined]): [string, string] => [
  name,
  values?.join(', ') ?? '',
];
