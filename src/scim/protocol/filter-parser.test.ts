import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cpuMsOf } from '../../../test/support/cpu-time.ts';
import { FILTER_LIMITS } from './filter-parser.ts';
import { COMPARE_OPERATORS } from './filter-tree.ts';
import { type FilterSyntax, parseFilter, printFilter, ScimError } from './index.ts';

/** Returns the tree as fully bracketed text, which shows the precedence. */
const shape = (filter: FilterSyntax): string => {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return `(${filter.filters.map(shape).join(` ${filter.kind} `)})`;
    case 'not':
      return `!${shape(filter.filter)}`;
    case 'element':
      return `${filter.path}[${shape(filter.filter)}]`;
    case 'present':
      return `${filter.path}?`;
    case 'compare':
      return `${filter.path} ${filter.operator} ${filter.value.quoted ? JSON.stringify(filter.value.text) : filter.value.text}`;
  }
};

const parsed = (text: string): string => shape(parseFilter(text));

const refused = (text: string, detail: RegExp) =>
  assert.throws(
    () => parseFilter(text),
    (error) => {
      assert.ok(error instanceof ScimError, String(error));
      assert.deepEqual([error.status, error.scimType], [400, 'invalidFilter']);
      assert.match(error.detail, detail);
      return true;
    },
  );

test('and binds tighter than or, whatever the order (scim2#79, scim2-filter-parser#17, filter-parser#18 and #27, scim2-parse-filter#55, tmilos#9)', () => {
  assert.equal(parsed('a pr or b pr and c pr'), '(a? or (b? and c?))');
  assert.equal(parsed('a pr and b pr or c pr'), '((a? and b?) or c?)');
  assert.equal(parsed('a pr or b pr and c pr or d pr'), '(a? or (b? and c?) or d?)');
  assert.equal(parsed('(a pr or b pr) and c pr'), '((a? or b?) and c?)');
});

test('not binds tightest and covers a whole group (scimmy answers it by a wrong De Morgan)', () => {
  assert.equal(parsed('not (a pr) and b pr'), '(!a? and b?)');
  assert.equal(parsed('not (a pr or b pr)'), '!(a? or b?)');
  assert.equal(parsed('not (a pr and b pr) or c pr'), '(!(a? and b?) or c?)');
  assert.equal(parsed('not (not (a pr))'), '!!a?');
});

test('not is read with and without a space (erratum 7319)', () => {
  assert.equal(parsed('not(a pr)'), parsed('NOT  ( a pr )'));
});

test('parentheses are kept and may nest (scimgateway strips them, SimpleIdServer#912 ignores them, scimmy fails)', () => {
  assert.equal(
    parsed('((a pr or b pr) and ((c pr)) and (d pr or (e pr and f pr)))'),
    '((a? or b?) and c? and (d? or (e? and f?)))',
  );
});

test('a value path keeps its filter on one element (scimgateway rewrites it to dots, SCIMple has none)', () => {
  assert.equal(
    parsed('emails[type eq "work" and (value co "a" or value co "b")] and active eq true'),
    '(emails[(type eq "work" and (value co "a" or value co "b"))] and active eq true)',
  );
  assert.equal(parsed('emails[not (type eq "work")]'), 'emails[!type eq "work"]');
});

test('Entra: a sub-attribute after a value path asks the same element', () => {
  const inside = 'emails[(type eq "work" and value eq "a@b")]';
  assert.equal(parsed('emails[type eq "work"].value eq "a@b"'), inside);
  assert.equal(
    parsed('emails[type eq "work" or type eq "home"].value pr'),
    'emails[((type eq "work" or type eq "home") and value?)]',
  );
});

test('strings are JSON: escaped quotes, unicode, brackets and spaces in them (scimmy fails on each)', () => {
  assert.equal(parsed('a eq "say \\"hi\\""'), 'a eq "say \\"hi\\""');
  assert.equal(parsed('a eq "\\u0041\\\\"'), 'a eq "A\\\\"');
  for (const value of ['(and)', 'x] or b eq "y', 'a ) b', ' ', '', 'not (x)', '/']) {
    const text = `a eq ${JSON.stringify(value)}`;
    assert.equal(parsed(text), text);
  }
});

test('and, or and not can be values, quoted or not (product-is: Charon took them for operators)', () => {
  assert.equal(parsed('title eq "and" and title eq or'), '(title eq "and" and title eq or)');
  assert.equal(parsed('title eq "not" or title eq not'), '(title eq "not" or title eq not)');
});

test('names may be operators or keywords', () => {
  assert.equal(
    parsed('eq eq "x" and and eq "y" or not eq "z"'),
    '((eq eq "x" and and eq "y") or not eq "z")',
  );
});

test('names may hold $, - and a whole URN (scim2 lacks - and $)', () => {
  const urn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager.$ref';
  assert.equal(parsed(`${urn} pr and a-b_c pr`), `(${urn}? and a-b_c?)`);
});

test('names and operators match in any letter case', () => {
  assert.equal(
    parsed('USERNAME EQ "x" AND NOT (Title PR) Or emails.Value Co "y"'),
    '((USERNAME eq "x" and !Title?) or emails.Value co "y")',
  );
});

test('authentik and Postman collections: values without quotes', () => {
  assert.equal(parsed('userName eq ann@example.com'), 'userName eq ann@example.com');
  assert.equal(
    parsed(
      'name.FamilyName eq Employee and (emails.Value co example or meta.Created gt 2020-01-01T00:00:00Z)',
    ),
    '(name.FamilyName eq Employee and (emails.Value co example or meta.Created gt 2020-01-01T00:00:00Z))',
  );
  assert.equal(
    parsed('a eq -1.5e3 and b eq true and c eq null'),
    '(a eq -1.5e3 and b eq true and c eq null)',
  );
});

test('no space is needed where a quote or bracket ends a word (an example of RFC 7644 §3.5.2.2 has none)', () => {
  assert.equal(parsed('members[value eq"a"]'), 'members[value eq "a"]');
});

test('what is not a filter is refused with where and what was expected', () => {
  refused('', /filter ends where an attribute is expected/);
  refused('   ', /filter ends/);
  refused('userName', /filter ends where an operator after "userName"/);
  refused('userName eq', /filter ends where a value after "eq"/);
  refused('eq "x"', /a string at position 4 where an operator after "eq"/);
  refused('"x" eq a', /where an attribute is expected/);
  refused('a eq "b" and', /filter ends where an attribute/);
  refused('a eq "b" c eq "d"', /a word at position 10 where "and", "or" or the end/);
  refused('a eq "b" and and c pr', /position 18 is not an operator/);
  refused('(a pr', /filter ends where "\)"/);
  refused('a pr)', /"\)" at position 5/);
  refused('()', /where an attribute/);
  refused('a eq (b)', /where a value/);
  refused('a[b pr', /where "\]"/);
  refused('a[b pr)', /where "\]"/);
  refused('a[]', /where an attribute/);
  refused('a[b[c pr]]', /where an operator/);
  refused('a[b pr].c', /filter ends where an operator after "c"/);
  refused('a[b pr] .c eq 1', /a word at position 9/);
  refused('a eq "b', /position 6 has no closing quote/);
  refused('a eq "b\\"', /no closing quote/);
  refused('a eq "\\x"', /position 6 is not a valid JSON string/);
  refused('a eq "\n"', /not a valid JSON string/);
});

test('an unknown operator is told by its place', () => {
  refused('userName regex "x"', /position 10 is not an operator/);
  refused('userName np', /position 10 is not an operator/);
  refused('a __proto__ "x"', /position 3 is not an operator/);
  refused('a constructor "x"', /position 3 is not an operator/);
});

test('length, depth and number of comparisons have limits', () => {
  const { length, depth, terms } = FILTER_LIMITS;
  const filler = (count: number) => 'x'.repeat(count);
  assert.ok(parseFilter(`a eq "${filler(length - 7)}"`));
  refused(`a eq "${filler(length - 6)}"`, /longer than 8192/);
  assert.ok(parseFilter(`${'('.repeat(depth)}a pr${')'.repeat(depth)}`));
  refused(`${'('.repeat(depth + 1)}a pr${')'.repeat(depth + 1)}`, /deeper than 32/);
  refused(`${'('.repeat(1_000)}a pr${')'.repeat(1_000)}`, /deeper than 32/);
  refused('not('.repeat(1_000), /deeper than 32/);
  const many = (count: number) => Array.from({ length: count }, () => 'a pr').join(' or ');
  assert.ok(parseFilter(many(terms)));
  refused(many(terms + 1), /more than 200 comparisons/);
});

test('the and-of-ors that takes scimmy a second and 244 MB costs nothing', () => {
  const bomb = Array.from({ length: 17 }, () => '(title pr or active pr)').join(' and ');
  const ms = cpuMsOf(() => assert.equal(parseFilter(bomb).kind, 'and'));
  assert.ok(ms < 500, `${ms} ms`);
});

const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_.:$-]{0,12}$/);
const bare = fc.stringMatching(/^[A-Za-z0-9@+._:-]{1,12}$/);
const value = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => ({ quoted: true as const, text })),
  bare.map((text) => ({ quoted: false as const, text })),
);

const tree = fc.letrec<{ filter: FilterSyntax; leaf: FilterSyntax; plain: FilterSyntax }>((tie) => {
  const combined = (inner: fc.Arbitrary<FilterSyntax>, leaf: fc.Arbitrary<FilterSyntax>) =>
    fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      fc.record({
        kind: fc.constantFrom('and' as const, 'or' as const),
        filters: fc.array(inner, { minLength: 2, maxLength: 4 }),
      }),
      fc.record({ kind: fc.constant('not' as const), filter: inner }),
    );
  const leaf = fc.oneof(
    fc.record({ kind: fc.constant('present' as const), path: word }),
    fc.record({
      kind: fc.constant('compare' as const),
      path: word,
      operator: fc.constantFrom(...COMPARE_OPERATORS),
      value,
    }),
  );
  return {
    leaf,
    plain: combined(tie('plain'), leaf),
    filter: combined(
      tie('filter'),
      fc.oneof(
        leaf,
        fc.record({ kind: fc.constant('element' as const), path: word, filter: tie('plain') }),
      ),
    ),
  };
}).filter;

test('printing a filter and parsing it again gives the same filter', () => {
  fc.assert(
    fc.property(tree, (filter) => {
      const text = printFilter(filter);
      fc.pre(text.length <= FILTER_LIMITS.length);
      assert.deepEqual(parseFilter(text), JSON.parse(JSON.stringify(filter)));
    }),
    { numRuns: 500 },
  );
});

test('junk gives a ScimError or a filter, and never takes long', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '(',
      ')',
      '[',
      ']',
      '"',
      '\\',
      ' ',
      'not',
      'and',
      'or',
      'eq',
      'pr',
      '.',
      'a',
      '\0',
      '\ud800',
    ),
    fc.string({ unit: 'binary', maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 2_000 }), (pieces) => {
      const ms = cpuMsOf(() => {
        try {
          parseFilter(pieces.join(''));
        } catch (error) {
          assert.ok(error instanceof ScimError, String(error));
        }
      });
      assert.ok(ms < 1_000, `${ms} ms`);
    }),
    { numRuns: 300 },
  );
});
