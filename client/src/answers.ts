// All answers of a template in one response, read line by line (NDJSON).
import type { Caller } from './caller.ts';
import { FormsteadError, jsonOf } from './formstead-error.ts';
import type { FormWithAnswers } from './generated/api.ts';
import type { ListOptions } from './operation-types.ts';
import { failure } from './send.ts';

const PATH = '/v2/templates/{id}/answers';
const OPERATION = `GET ${PATH}`;

type AnswersPath = typeof PATH;
export type AnswersQuery = Omit<NonNullable<ListOptions<AnswersPath>['query']>, 'pageSize'>;

/** All answers of a template. Iterate over it once. */
export interface AnswerStream extends AsyncIterable<FormWithAnswers> {
  /** Pass it as `since` to `changes`, to read what changes from now on. */
  readonly cursor: string | undefined;
}

/** @throws FormsteadError, also while it is read: `network` if the connection closes before the end */
export async function openAnswers(
  { open }: Caller,
  templateId: string,
  query: AnswersQuery,
  signal?: AbortSignal,
): Promise<AnswerStream> {
  const response = await open('get', PATH, {
    path: { id: templateId },
    query: { ...query, format: 'ndjson' },
    accept: 'application/x-ndjson',
    signal,
  });
  return {
    cursor: response.headers.get('x-change-cursor') ?? undefined,
    [Symbol.asyncIterator]: () => formsIn(response, signal),
  };
}

async function* formsIn(
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<FormWithAnswers, void, undefined> {
  const { status, headers } = response;
  try {
    for await (const line of linesOf(response)) {
      const form: FormWithAnswers = jsonOf({ operation: OPERATION, status, headers, text: line });
      yield form;
    }
  } catch (cause) {
    throw failure(cause, { operation: OPERATION, signal });
  }
}

async function* linesOf({ body }: Response): AsyncGenerator<string, void, undefined> {
  if (body === null) return;
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line !== '');
  }
  if (rest === '') return;
  throw new FormsteadError({
    code: 'network',
    operation: OPERATION,
    message: `${OPERATION}: the answer ended in the middle of a line.`,
  });
}
