// The table of what is shared is whole: limits.md shows it, and no queue of the source lacks its row.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { Shares } from '#kernel/fair-queue.ts';
import { SHARES, UNSPLIT } from '#kernel/shares.ts';

const MAKES_A_QUEUE =
  /\bcreate(?:FairGate|FairQueue|Lanes|LoneProcess|Gate)[<(]|new Worker\(|new pg\.Pool\(|\bfork\(/;
const NAMES_ITS_SHARES = /\bSHARES\b|\breadersOf\(|\bhashersOf\(/;

/** Files with a queue or a thread that is no row of its own, with the reason. */
const OTHERS: Readonly<Record<string, string>> = {
  'src/kernel/fair-queue.ts': 'makes the queues',
  'src/kernel/fair-gate.ts': 'makes the gates',
  'src/jobs/lanes.ts': 'makes the lanes',
  'src/kernel/gate.ts': 'makes the gates of passwords, behind those that are shared',
  'src/kernel/in-turns.ts': 'SHARES.steps',
  'src/processes/lone-process.ts': 'makes the processes',
  'src/processes/lone-program.ts': 'watches the memory of a process',
  'src/db/sqlite-writer.ts': 'SHARES.sqliteWrites',
  'src/db/reader-pool.ts': 'is handed SHARES.sqliteScans',
  'src/commands/backup/copy-database.ts': 'work of a command',
  'src/db/checkpoint.ts': 'work of the service',
  'src/db/damage-watch.ts': 'work of the service',
  'src/tokens/token-writer.ts': 'UNSPLIT: Signing tokens',
  'src/provisioning/log/provisioning-log.ts': 'UNSPLIT: The provisioning log',
  'src/sign-in/links/link-requests.ts': 'UNSPLIT: Links for forgotten passwords',
};

const number = (count: number): string => (Number.isFinite(count) ? String(count) : '–');

/** Returns the row of the table in docs/limits.md. */
function rowOf(what: string, shares: Shares, because = '–'): string {
  const { atOnce, ofAccount, waiting, waitingOfAccount } = shares;
  const ofPerson = Math.min(shares.ofPerson ?? ofAccount, ofAccount);
  const half = Math.min(Math.max(1, Math.floor(ofAccount / 2)), ofPerson);
  const cells = [
    what,
    ...[number(atOnce), number(ofAccount)],
    half === ofPerson
      ? number(ofPerson)
      : `${number(ofPerson)}, ${number(half)} beside a colleague`,
    waiting === undefined && waitingOfAccount === undefined
      ? '–'
      : `${waiting ?? '–'}, ${waitingOfAccount ?? '–'}`,
    because,
  ];
  return cells.join(' | ').trim();
}

const plain = (line: string): string =>
  line
    .replaceAll(/\s*\|\s*/g, ' | ')
    .replace(/^ ?\| /, '')
    .replace(/ ?\| ?$/, '')
    .trim();

describe('the table of what is shared', () => {
  const documented = new Set(readFileSync('docs/limits.md', 'utf8').split('\n').map(plain));

  test('is shown to operators, with the numbers of the source', () => {
    const rows = [
      ...Object.values(SHARES).map(({ what, shares, because }) => rowOf(what, shares, because)),
      ...Object.entries(UNSPLIT).map(([what, because]) => `${what} | ${because}`),
    ];
    const missing = rows.filter((row) => !documented.has(plain(row)));
    assert.deepEqual(missing, [], `docs/limits.md lacks:\n${missing.join('\n')}`);
  });

  test('has each queue, thread and process of the source', () => {
    const without = globSync('src/**/*.ts')
      .filter((file) => !file.endsWith('.test.ts'))
      .filter((file) => MAKES_A_QUEUE.test(readFileSync(file, 'utf8')))
      .filter((file) => !NAMES_ITS_SHARES.test(readFileSync(file, 'utf8')) && !OTHERS[file]);
    assert.deepEqual(without, []);
  });

  test('leaves other accounts a place wherever more than one piece of work runs', () => {
    for (const [name, { shares }] of Object.entries(SHARES)) {
      const { atOnce, ofAccount, ofPerson = ofAccount } = shares;
      if (!Number.isFinite(atOnce) || name === 'hashes') continue;
      assert.ok(ofAccount < atOnce, `${name}: one account has all`);
      assert.ok(ofPerson <= ofAccount, name);
    }
  });
});
