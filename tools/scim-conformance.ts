// Renders docs/scim-conformance.md: every clause of RFC 7643, 7644 and 9865 that binds a service provider, with the
// tests that prove it.
//
// Why it exists: a claim of conformance is worth nothing without a proof that readers can follow. A test claims a
// clause by its id in the test's name. If a test is renamed or deleted, this tool reports the clauses that lost their
// proof.
import { globSync, readFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

const LEVELS = ['MUST', 'MUST NOT', 'SHOULD', 'SHOULD NOT', 'MAY', 'REQUIRED-by-example'] as const;

const Clause = Type.Object(
  {
    id: Type.String({ pattern: '^(7643|7644|9865)-[0-9.]+-[0-9]{2}$' }),
    level: Type.Enum(LEVELS),
    /** The requirement, in our words; the id contains the section of the RFC. */
    requirement: Type.String({ minLength: 1 }),
    /** Related rows of the table of departures. */
    departures: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    /** How we read the clause where the RFC is unclear or contradicts itself. */
    reading: Type.Optional(Type.String({ minLength: 1 })),
    /** Why it is not implemented, for a MAY only. Tests that claim it prove that it is refused. */
    notDone: Type.Optional(Type.String({ minLength: 1 })),
  },
  { additionalProperties: false },
);
type Clause = Static<typeof Clause>;

const Clauses = Type.Object({
  parts: Type.Array(
    Type.Object({
      rfc: Type.String(),
      title: Type.String(),
      sections: Type.Array(Type.Object({ title: Type.String(), clauses: Type.Array(Clause) })),
    }),
  ),
  departures: Type.Array(
    Type.Object({
      no: Type.String(),
      rfc: Type.String(),
      providers: Type.String(),
      ours: Type.String(),
    }),
  ),
});
type Clauses = Static<typeof Clauses>;

/** A test and the clauses that its name claims. */
export interface ClaimingTest {
  /** Path from the root of the repository. */
  readonly path: string;
  /** The name without the ids. */
  readonly name: string;
  readonly ids: readonly string[];
}

const CLAUSES = 'tools/scim-clauses.json';
const TEST_NAME = /^[ \t]*(?:test|it)\(\s*(?:'((?:\\.|[^'\\])*)'|`((?:\\.|[^`\\])*)`)/gm;
const ID_AND_SPACE = /\b(?:7643|7644|9865)-\d[\d.]*-\d+ /g;
const ID = /\b(?:7643|7644|9865)-\d[\d.]*-\d+\b/g;

export function readClauses(): Clauses {
  return Value.Parse(Clauses, JSON.parse(readFileSync(CLAUSES, 'utf8')));
}

/** Returns all tests that claim a clause, in the order of their paths and positions. */
export function readClaimingTests(): readonly ClaimingTest[] {
  const paths = globSync('{src,test}/**/*.test.ts').map((path) => path.replaceAll('\\', '/'));
  return paths.sort().flatMap((path) => claimingTestsIn(path, readFileSync(path, 'utf8')));
}

export function claimingTestsIn(path: string, text: string): readonly ClaimingTest[] {
  return [...text.matchAll(TEST_NAME)].flatMap(([, quoted, template]) => {
    const whole = (quoted ?? template ?? '').replace(/\\(.)/g, '$1');
    const ids = whole.match(ID) ?? [];
    return ids.length === 0 ? [] : [{ path, name: whole.replaceAll(ID_AND_SPACE, ''), ids }];
  });
}

/** Describes everything that makes the table wrong or incomplete. */
export function faultsOf(clauses: Clauses, tests: readonly ClaimingTest[]): readonly string[] {
  const all = listClauses(clauses);
  const known = new Set(all.map(({ id }) => id));
  const departures = new Set(clauses.departures.map(({ no }) => no));
  return [
    ...tests.flatMap(({ path, ids }) =>
      ids.filter((id) => !known.has(id)).map((id) => `${path}: there is no clause ${id}`),
    ),
    ...all.filter(({ id }, at) => all.findIndex((it) => it.id === id) !== at).map(twice),
    ...all.flatMap((clause) => faultOf(clause, proofsOf(tests, clause.id).length > 0) ?? []),
    ...all.flatMap(({ id, departures: named = [] }) =>
      named.filter((no) => !departures.has(no)).map((no) => `${id}: there is no departure ${no}`),
    ),
  ];
}

const twice = ({ id }: Clause): string => `${id}: stands in the list twice`;

function faultOf({ id, level, notDone }: Clause, proved: boolean): string | undefined {
  if (notDone !== undefined) {
    return level === 'MAY' ? undefined : `${id}: a ${level} can not be 'not done'`;
  }
  return proved ? undefined : `${id} (${level}): no test claims it, and no reason says why not`;
}

const listClauses = ({ parts }: Clauses): readonly Clause[] =>
  parts.flatMap(({ sections }) => sections.flatMap((section) => section.clauses));

const proofsOf = (tests: readonly ClaimingTest[], id: string): readonly ClaimingTest[] =>
  tests.filter(({ ids }) => ids.includes(id));

/** @throws Error that lists all contradictions between the clauses and the tests */
export function renderScimConformance(): string {
  const clauses = readClauses();
  const tests = readClaimingTests();
  const faults = faultsOf(clauses, tests);
  if (faults.length > 0) {
    throw new Error(
      `${faults.length} faults in ${CLAUSES} or the tests:\n  ${faults.join('\n  ')}`,
    );
  }
  return [
    ...openingOf(clauses),
    ...clauses.parts.flatMap(({ rfc, title, sections }) => [
      `## ${rfc}: ${title}`,
      '',
      ...sections.flatMap((section) => [
        ...(section.title === '' ? [] : [`### ${section.title}`, '']),
        '| clause | level | what must hold | proved by |',
        '| --- | --- | --- | --- |',
        ...section.clauses.map((clause) => rowOf(clause, proofsOf(tests, clause.id))),
        '',
      ]),
    ]),
    ...departuresOf(clauses),
  ].join('\n');
}

function openingOf(clauses: Clauses): readonly string[] {
  const all = listClauses(clauses);
  return [
    '# SCIM conformance',
    '',
    'Generated by `npm run generate` from `tools/scim-clauses.json` and the names of the tests; do not edit.',
    '',
    'Every requirement that RFC 7643 (core schema), RFC 7644 (protocol) and RFC 9865 (cursor paging) put on a',
    'service provider, in our own words, with the tests that prove it. Verified errata are worked in. The id of a',
    'clause is RFC, section and number, and a test claims it by carrying it in its name. Nearly all of these tests',
    'talk HTTPS to a whole server, on SQLite and on PostgreSQL. `npm run check` fails when a test claims a clause',
    "that is not here, or when a clause has no test; only a MAY can be 'not done', with the reason (and, where there",
    'are any, the tests that show how it is refused).',
    '',
    '*REQUIRED-by-example*: no key word, but a definition, table, grammar or example makes sense only this way.',
    'A *reading* says how we understood what the RFC leaves open or says twice. *D* and a number refer to',
    '[the last section](#where-identity-providers-ask-for-something-else): what we do where the RFC and the',
    'identity providers disagree.',
    '',
    '| level | clauses | proved | not done |',
    '| --- | --- | --- | --- |',
    ...LEVELS.map((level) => {
      const these = all.filter((clause) => clause.level === level);
      const notDone = these.filter((clause) => clause.notDone !== undefined).length;
      return `| ${level} | ${these.length} | ${these.length - notDone} | ${notDone} |`;
    }),
    '',
  ];
}

function rowOf(clause: Clause, proofs: readonly ClaimingTest[]): string {
  const { id, level, requirement, departures = [], reading, notDone } = clause;
  const numbers = departures.length === 0 ? '' : ` (${departures.join(', ')})`;
  const holds = [
    `${requirement}${numbers}`,
    ...(reading === undefined ? [] : [`*Reading:* ${reading}`]),
  ];
  const proof = [
    ...(notDone === undefined ? [] : [`**not done:** ${notDone}`]),
    ...proofs.map(linkTo),
  ];
  const cells = [id, level, holds.join('<br>'), proof.join('<br>')];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

const linkTo = ({ path, name }: ClaimingTest): string =>
  `[${name.replace(/[[\]\\*_`<>]/g, '\\$&')}](../${path})`;

function departuresOf({ departures }: Clauses): readonly string[] {
  return [
    '## Where identity providers ask for something else',
    '',
    'The engine is strict. What a client may send beyond the RFC is normalised in named places before it.',
    '',
    '| no. | the RFC | identity providers | what we do |',
    '| --- | --- | --- | --- |',
    ...departures.map(
      ({ no, rfc, providers, ours }) => `| ${no} | ${rfc} | ${providers} | ${ours} |`,
    ),
    '',
  ];
}
