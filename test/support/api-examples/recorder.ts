// Sends requests to a real server and keeps what was sent and answered, as examples for the API document.
import assert from 'node:assert/strict';
import type { ApiExamples } from '#http/examples.ts';
import type { JsonValue } from '#kernel/json.ts';
import { codeOf } from '../error-code.ts';
import type { Answer, Call, Instance } from '../instance.ts';
import { normalise } from './normalise.ts';

export interface Sent extends Call {
  /** The values of `{id}` and other parameters of the path. */
  readonly ids?: Readonly<Record<string, string>>;
  /** With the question mark. */
  readonly query?: string;
}

export interface Recorder {
  readonly instance: Instance;
  /**
   * Sends a request and keeps it with its answer. The first request of an operation that succeeds is its example; each
   * status keeps its first answer, and each refusal the first of its code.
   * @param operation method and path as the document writes them: `GET /v2/formz/{id}`
   */
  call(operation: string, status: number, sent?: Sent): Promise<Answer>;
  /** Returns everything so far, with the same ids, times and secrets in every recording. */
  examples(): ApiExamples;
}

export function createRecorder(instance: Instance): Recorder {
  const requests: Record<string, ApiExamples['requests'][string]> = {};
  const answers: Record<string, Record<string, JsonValue>> = {};
  const errors: Record<string, JsonValue> = {};

  const keepRequest = (operation: string, target: string, { body, headers }: Sent): void => {
    if (requests[operation]) return;
    const [, path = ''] = operation.split(' ');
    const isText = typeof body === 'string';
    const isBytes = body instanceof Uint8Array;
    requests[operation] = {
      target,
      path,
      ...(headers?.['content-type'] !== undefined && { type: headers['content-type'] }),
      ...(body !== undefined && !isBytes && { body: isText ? body : toJson(body) }),
    };
  };

  return {
    instance,
    async call(operation, status, sent = {}) {
      const [method = '', path = ''] = operation.split(' ');
      const { ids = {}, query = '', ...call } = sent;
      const target = `${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')}${query}`;
      const answer = await instance.request(method, target, call);
      assert.equal(answer.status, status, `${method} ${target}: ${answer.text.slice(0, 500)}`);
      const isJson = /[/+]json/.test(answer.headers['content-type'] ?? '');
      const body = isJson && answer.text !== '' ? toJson(answer.body) : undefined;
      if (status >= 400) {
        if (body !== undefined) errors[refusalOf(path, answer)] ??= body;
        return answer;
      }
      keepRequest(operation, target, sent);
      const kept = answers[operation] ?? {};
      kept[status] ??= body ?? null;
      answers[operation] = kept;
      return answer;
    },
    examples: () => normalise({ requests, answers, errors }, instance.baseUrl),
  };
}

/** Returns the protocol and the code of a refusal. The token endpoint has the codes of RFC 6749 instead of ours. */
function refusalOf(path: string, answer: Answer): string {
  if (path.startsWith('/connect')) return `oauth ${String(answer.at('error'))}`;
  return `${path.startsWith('/scim') ? 'scim' : 'problem'} ${String(codeOf(answer))}`;
}

const toJson = (value: unknown): JsonValue => JSON.parse(JSON.stringify(value));
