import { isObject, type JsonObject, type JsonValue } from '#kernel/json.ts';
import type { ApiExamples } from './examples.ts';

/** The examples of one document, and which of its refusals were referred to. */
export interface DocumentExamples {
  /** Returns the members that give a body its example: none, or `example`. */
  sent(operation: string): JsonObject;
  /** Returns the value of a parameter in the request of the operation. */
  parameter(operation: string, place: 'path' | 'query', name: string): string | undefined;
  /** Returns the members that give an answer its example. */
  answered(operation: string, status: number): JsonObject;
  /** Returns the members that give a refusal an example for each of its codes. */
  refused(protocol: string, codes: readonly string[]): JsonObject;
  /** Returns the refusals that were referred to, by name. */
  all(): JsonObject;
}

export function createDocumentExamples(recorded: ApiExamples): DocumentExamples {
  const used = new Map<string, JsonValue>();
  return {
    sent(operation) {
      const body = recorded.requests[operation]?.body;
      return body === undefined ? {} : { example: withoutReferences(asForm(body)) };
    },
    parameter(operation, place, name) {
      const request = recorded.requests[operation];
      if (!request) return undefined;
      const [path = '', query = ''] = request.target.split('?');
      if (place === 'query') return new URLSearchParams(query).get(name) ?? undefined;
      const index = request.path.split('/').indexOf(`{${name}}`);
      return index === -1 ? undefined : path.split('/')[index];
    },
    answered(operation, status) {
      const body = recorded.answers[operation]?.[status];
      return body === undefined || body === null ? {} : { example: withoutReferences(body) };
    },
    refused(protocol, codes) {
      const named = codes.flatMap((code) => {
        const body = recorded.errors[`${protocol} ${code}`];
        if (body === undefined) return [];
        const name = `${protocol}.${code}`;
        used.set(name, { summary: summaryOf(body), value: body });
        return [[code, { $ref: `#/components/examples/${name}` }] as const];
      });
      return named.length === 0 ? {} : { examples: Object.fromEntries(named) };
    },
    all: () => Object.fromEntries([...used].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** A form is described as an object, so its example is one. */
function asForm(body: JsonValue): JsonValue {
  const isForm = typeof body === 'string' && /^[a-z_]+=[^\n]*$/.test(body);
  return isForm ? Object.fromEntries(new URLSearchParams(body)) : body;
}

/**
 * Leaves out the `$ref` of SCIM members (RFC 7643 §2.4). Generators of clients take every `$ref` for a reference of the
 * document, in examples too, and fail when they cannot fetch it.
 */
function withoutReferences(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutReferences);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => name !== '$ref');
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutReferences(each)]));
}

function summaryOf(body: JsonValue): string {
  const { title, error, detail } = isObject(body) ? body : {};
  return [title, error, detail].find((text) => typeof text === 'string') ?? 'Refused';
}
