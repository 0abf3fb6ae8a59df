// The log has one schema: each field that the program writes stands in docs/monitoring.md.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const source = globSync('src/**/*.ts')
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(path, 'utf8'));

/** What pino adds to each line; the trace only with traces. */
const OF_EACH_LINE = ['level', 'time', 'pid', 'hostname', 'msg', 'traceId'];

/** Returns the names in the text of an object literal, shorthand included. */
const namesIn = (literal: string): readonly string[] =>
  literal
    .replaceAll(/\([^()]*\)/g, '')
    .split(',')
    .map((part) => part.trim().split(':')[0]?.trim() ?? '')
    .filter((name) => /^[a-zA-Z]+$/.test(name));

const written = (pattern: RegExp): readonly string[] =>
  source.flatMap((text) => [...text.matchAll(pattern)].flatMap(([, body = '']) => namesIn(body)));

test('each field of the log stands in the manual, and no other', () => {
  const line = /export interface RequestLine \{(.*?)\n\}/s.exec(
    readFileSync('src/http/request-log.ts', 'utf8'),
  );
  const ofRequests = [...(line?.[1] ?? '').matchAll(/readonly (\w+):/g)].map(
    ([, name = '']) => name,
  );
  const added = written(/(?:addLogFields\(|const logFields = )\{([^}]*)\}/g);
  const others = written(/\blog\??\.(?:info|warn|error|debug)\(\s*\{([^}]*)\}/g);
  assert.ok(ofRequests.length > 10 && added.length > 5 && others.length > 5);
  const manual = readFileSync('docs/monitoring.md', 'utf8');
  const section = /^## Log\n(.*?)^## /ms.exec(manual)?.[1] ?? '';
  const told = [...section.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );
  const fields = [...OF_EACH_LINE, ...ofRequests, ...added, ...others];
  assert.deepEqual(told.toSorted(), [...new Set(fields)].sort());
});
