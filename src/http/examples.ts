import { readFileSync } from 'node:fs';
import type { JsonValue } from '#kernel/json.ts';

/** Requests and answers of a real server, for the API document. */
export interface ApiExamples {
  /** By operation, such as `GET /v2/formz/{id}`. */
  readonly requests: Readonly<Record<string, ExampleRequest>>;
  /** The bodies of answers by operation and status; null without a JSON body. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, JsonValue>>>>;
  /** The bodies of refusals by protocol and code, such as `problem not-found` or `oauth invalid_scope`. */
  readonly errors: Readonly<Record<string, JsonValue>>;
}

export interface ExampleRequest {
  /** The path as it was sent, with its query. */
  readonly target: string;
  /** The path as the document writes it. */
  readonly path: string;
  /** The media type, where it was not JSON. */
  readonly type?: string;
  /** JSON or text; missing for bytes. */
  readonly body?: JsonValue;
}

/**
 * Reads the examples that `npm run generate` has recorded (`test/support/api-examples`); `test/api-examples.test.ts`
 * compares them with the answers of the service.
 */
export const readExamples = (): ApiExamples =>
  JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8'));
