import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { counted } from '#kernel/counted.ts';

/** A number and what it counts, side by side in a text, with one or two adjectives at most: "1 files" some day. */
const COUNT = /\$\{((?:[^{}]|\{[^{}]*\})+)\} ((?:[a-z-]+ ){0,2}?)([a-z-]+s)\b/g;
/** Constants are never 1, and `counted` knows the plural. */
const CONSTANT = /^counted\(|^\(?[A-Z][A-Z\d]*(?:_[A-Z\d]+)*\b|^(?:RETRIES|\w+_LIMITS)\./;
/** Words on the way to a plural that make it no count. */
const NO_ADJECTIVE =
  /\b(?:and|as|at|cross|else|for|from|has|have|in|is|join|of|on|or|that|the|then|there|these|to|up|wurde)\b/;
/** Words that end like plurals: verbs, and words of German and of SQL. */
const NO_NOUN =
  /^(?:allows|already|answers|appears|as|asks|begins|belongs|comes|contains|cross|das|declares|des|differs|does|ends|exists|expires|fails|finds|fits|gets|gives|has|holds|is|its|keeps|knows|makes|matches|means|meets|names|needs|opens|reads|refers|reminds|runs|says|sends|series|shows|signs|stands|starts|stays|takes|this|uses|was|works)$/;
/** Said only of more than one, with where that is decided. */
const NEVER_ONE = new Map([
  ['src/notices/mails/mail-words.ts', '`one` is the text for one'],
  ['src/http/openapi-operation.ts', 'limits as the document of the API tells them'],
  ['src/commands/answers/rebuild.ts', 'said after every 10,000'],
  ['src/commands/choose-account.ts', 'one account needs no choice'],
  ['src/commands/account/delete.ts', 'the line before says it of one'],
  ['src/public-links/open-link.ts', 'a key, which holds an id'],
  ['src/questionnaires/answers/answer-faults.ts', 'said of more than a limit'],
  ['src/questionnaires/answers/sketch-shapes.ts', 'a point has two numbers'],
]);

const textsOf = (path: string): string =>
  readFileSync(path, 'utf8')
    .split('\n')
    // Where both are written out, somebody thought of it.
    .filter((line) => !/^\s*(?:\/?\*|\/\/)|=== 1\b/.test(line))
    .join('\n');

test('texts of the service, of its log and of its commands say 1 file and 2 files', () => {
  assert.deepEqual([counted(1, 'file'), counted(2, 'file')], ['1 file', '2 files']);
  assert.equal(counted(0, 'line waits', 'lines wait'), '0 lines wait');
  // The protocol imports nothing, and tells numbers beyond its limits.
  const paths = globSync('src/**/*.ts').filter(
    (path) => !/\.(?:test|store)\.ts$|^src\/db\/|^src\/scim\/(?:filter|protocol)\//.test(path),
  );
  assert.ok(paths.length > 1000, String(paths.length));
  const found = paths.flatMap((path) =>
    NEVER_ONE.has(path)
      ? []
      : [...textsOf(path).matchAll(COUNT)].flatMap(([text, count = '', between = '', noun = '']) =>
          CONSTANT.test(count) || NO_ADJECTIVE.test(between) || NO_NOUN.test(noun)
            ? []
            : [`${path}: ${text}`],
        ),
  );
  assert.deepEqual(found, []);
  assert.deepEqual(
    globSync('{src,tools}/**/*.ts').filter(
      (path) => /\w\(s\)[ `'"]/.test(readFileSync(path, 'utf8')) && !path.includes('scim'),
    ),
    [],
  );
});
