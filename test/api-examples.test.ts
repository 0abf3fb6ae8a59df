// The examples of the API document are what the service answers today, one for each public operation.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { type ApiExamples, readExamples } from '#http/examples.ts';
import type { JsonValue } from '#kernel/json.ts';
import { recordApiExamples } from './support/api-examples/record.ts';
import { forEachEngine } from './support/engines.ts';
import { startInstance } from './support/instance.ts';

interface Described {
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, unknown>> }>
  >;
}

/** Says what to do, since the difference alone does not. */
const STALE = 'The service answers otherwise. If that is right, run `npm run generate`.';

forEachEngine((engine) => {
  test('every example of the API document is what the service is sent and answers', async (t) => {
    const instance = await startInstance(engine);
    t.after(() => instance.close());
    const recorded = await recordApiExamples(instance);
    const kept = readExamples();
    for (const part of ['requests', 'answers', 'errors'] as const) {
      const names = (of: ApiExamples) => Object.keys(of[part]).sort();
      assert.deepEqual(names(recorded), names(kept), STALE);
      for (const name of names(kept)) {
        assert.deepEqual(recorded[part][name], kept[part][name], `${name}: ${STALE}`);
      }
    }
  });
});

test('every public operation has an example of its request and of each answer that is no refusal', async () => {
  const { paths } = JSON.parse(await readFile('docs/openapi.json', 'utf8'));
  const { requests, answers } = readExamples();
  const missing = Object.entries<Readonly<Record<string, Described>>>(paths)
    // The document would be an example of itself, the addresses of calendars and of SAML are made on a page, and no mail server is set up.
    .filter(
      ([path]) =>
        ![
          '/.well-known/openapi.json',
          '/calendar.ics',
          '/unsubscribe',
          '/saml/{connection}/acs',
          '/saml/{connection}/begin',
          '/saml/{connection}/metadata',
          '/v2/assignments/{id}/remind',
        ].includes(path),
    )
    .flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, told]) => {
        const name = `${method.toUpperCase()} ${path}`;
        const { body } = requests[name] ?? {};
        return lacking(told, body, answers[name]).map((what) => `${name}: ${what}`);
      }),
    );
  assert.deepEqual(missing, []);
});

const isJson = (content: Readonly<Record<string, unknown>> = {}): boolean =>
  Object.keys(content).some((type) => /[/+]json$/.test(type));

/** Returns what has no example: statuses, or the body of the request. */
function lacking(
  { requestBody, responses }: Described,
  sent: JsonValue | undefined,
  answered: Readonly<Record<string, JsonValue>> = {},
): readonly string[] {
  const done = Object.keys(responses).filter((status) => /^2\d\d$/.test(status));
  const silent = done.filter((status) => {
    const body = answered[status];
    return body === undefined || (body === null && isJson(responses[status]?.content));
  });
  const isAsked = done.length > 0 && isJson(requestBody?.content);
  return isAsked && sent === undefined ? [...silent, 'request'] : silent;
}
