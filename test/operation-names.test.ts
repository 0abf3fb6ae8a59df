// Generated clients call operations by their names, so each public one has a good name: a verb and a noun.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

type Paths = Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
const idsIn = (paths: Paths): readonly string[] =>
  Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));

/** One word for one thing: a change is always "update", a first look always "get". */
const VERBS = [
  ...['get', 'list', 'search', 'count', 'create', 'update', 'replace', 'delete', 'restore'],
  ...['upload', 'export', 'print', 'set', 'review', 'publish', 'archive', 'cancel', 'decline'],
  ...['remind', 'rotate', 'test', 'resend', 'revoke', 'introspect', 'end', 'run', 'check'],
];
const NAME = new RegExp(`^(?:${VERBS.join('|')})(?:[A-Z][a-z]+)+$`);
const LONGEST = 24;

test('each public operation has a name of its own: a verb and a noun', () => {
  const { paths, webhooks }: { readonly paths: Paths; readonly webhooks: Paths } = JSON.parse(
    readFileSync('docs/openapi.json', 'utf8'),
  );
  const names = idsIn(paths);
  assert.ok(names.length > 90);
  const bad = names.filter((name) => !NAME.test(name) || name.length > LONGEST);
  assert.deepEqual(bad, []);
  const messages = idsIn(webhooks);
  assert.deepEqual(
    messages.filter((name) => !/^on(?:[A-Z][a-z]+)+$/.test(name)),
    [],
  );
  const all = [...names, ...messages].map((name) => name.toLowerCase());
  assert.deepEqual(all.toSorted(), [...new Set(all)].sort());
});
