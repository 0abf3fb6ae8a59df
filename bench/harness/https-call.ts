import { Agent, request } from 'node:https';

export interface Answer {
  readonly status: number;
  /** Alternating names and values, as received. */
  readonly rawHeaders: readonly string[];
  readonly text: string;
}

export interface Caller {
  (method: string, path: string, body?: Body): Promise<Answer>;
  close(): void;
}

export interface Body {
  readonly type: string;
  readonly text: string;
}

/** Returns a caller that sends one request at a time, for preparations that are not measured. */
export function caller(
  port: number,
  ca: string,
  authorization?: string,
  more: Readonly<Record<string, string>> = {},
): Caller {
  const agent = new Agent({ keepAlive: true, ca, maxSockets: 1 });
  const call = (method: string, path: string, body?: Body): Promise<Answer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const headers = {
      ...more,
      ...(authorization !== undefined && { authorization }),
      ...(body && { 'content-type': body.type, 'content-length': Buffer.byteLength(body.text) }),
    };
    const sent = request({ host: 'localhost', port, agent, method, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: answer.statusCode ?? 0, rawHeaders: answer.rawHeaders, text });
      });
    });
    sent.on('error', reject);
    sent.end(body?.text);
    return promise;
  };
  return Object.assign(call, { close: () => agent.destroy() });
}

/** Returns the bytes of a request as text. */
export function wireRequest(
  target: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** @returns the parsed JSON body. @throws Error for any other status */
export function expectJson(answer: Answer, status: number, what: string): Record<string, unknown> {
  if (answer.status !== status) {
    throw new Error(`${what} was answered ${answer.status}: ${answer.text.slice(0, 1000)}`);
  }
  return JSON.parse(answer.text) as Record<string, unknown>;
}
