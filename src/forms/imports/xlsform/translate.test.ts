import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseExpression } from './parse-expression.ts';
import { translate } from './translate.ts';
import { type Target, Untranslatable } from './written.ts';

const field = (name: string, type: Target['type'], more: Partial<Target> = {}): Target => ({
  spelled: `{${name}}`,
  type,
  shownName: name,
  list: undefined,
  ...more,
});

const FIELDS: Readonly<Record<string, Target>> = {
  n: field('n', 'number'),
  s: field('s', 'text'),
  d: field('d', 'date'),
  e: field('e', 'date'),
  one: field('one', 'choice'),
  many: field('many', 'choices'),
  own: field('own', 'number', { spelled: '{panel.own}', shownName: undefined }),
  each: field('each', 'number', { list: { section: 'rows', field: 'each' } }),
};

const scope = {
  field(name: string): Target {
    const found = FIELDS[name];
    if (found === undefined) throw new Untranslatable('unknownName', name);
    return found;
  },
  self: field('n', 'number'),
  columns: (name: string) => (name === 'region' ? "l'est" : ''),
};

function translated(text: string): string {
  const parsed = parseExpression(text);
  if (parsed === undefined) return 'unreadable';
  try {
    return translate(parsed, scope);
  } catch (error) {
    if (error instanceof Untranslatable) return `${error.why} ${error.what}`;
    throw error;
  }
}

/** XLSForm on the left, with `#` for the dollar sign; the engine's expression on the right. */
const CASES = String.raw`
  #{n} + 2 * 3 | {n} + 2 * 3
  (#{n} + 2) * 3 | ({n} + 2) * 3
  10 - (#{n} - 2) | 10 - ({n} - 2)
  #{n} div 2 mod 3 | {n} / 2 % 3
  -#{n} | 0 - {n}
  -5 | -5
  18 <= #{n} and #{n} < 65 | {n} >= 18 and {n} < 65
  #{n} = 1 or (#{s} = 'a' and #{n} != 2) | {n} = 1 or {s} = 'a' and {n} != 2
  (#{n} = 1 or #{s} = 'a') and #{n} != 2 | ({n} = 1 or {s} = 'a') and {n} != 2
  #{s} = '' | {s} empty
  '' != #{s} | {s} notempty
  #{many} = 'a' | {many} contains 'a'
  selected(#{many}, 'a') | {many} contains 'a'
  selected(#{one}, 'a') | {one} = 'a'
  not(selected(#{many}, 'a')) | {many} notcontains 'a'
  not(#{n} > 3) | !({n} > 3)
  count-selected(#{many}) >= 2 | iif({many} empty, 0, {many.length}) >= 2
  string-length(.) < 9 | {n.length} < 9
  . >= 0 | {n} >= 0
  region = #{one} | {one} = 'l\'est'
  if(#{n} > 1, 'x', "y") | iif({n} > 1, 'x', 'y')
  coalesce(#{s}, 'none') | iif({s} notempty, {s}, 'none')
  int(#{n} div 3) | trunc({n} / 3)
  round(#{n}, 2) | round({n}, 2)
  pow(#{n}, 2) | {n} ^ 2
  today() - #{d} | dateDiff({d}, today(), 'days')
  #{d} + 7 > #{e} | dateAdd({d}, 7, 'days') > {e}
  format-date(#{d}, '%Y') | year({d})
  concat(#{s}, ' x ', #{n}) | {s} + ' x ' + {n}
  sum(#{each}) * 2 | sumInArray({rows}, 'each') * 2
  max(#{n}, 4) | max({n}, 4)
  #{own} + 1 | {panel.own} + 1
  position(..) | {panelIndex} + 1
  jr:choice-name(#{one}, '#{one}') | displayValue('one')
  ‘a’ = #{s} | {s} = 'a'
  concat(#{s}, #{n}) | unknownFunction concat()
  uuid() | unknownFunction uuid()
  regex(., 'a+') | pattern regex()
  #{gone} > 1 | unknownName gone
  #{each} > 1 | repeatedName each
  #{n} + | unreadable
  if(#{n}, 1 | unreadable
  /data/n = 1 | unreadable
  instance('x')/root/item[name = 1] | unreadable`;

test('expressions of XLSForms mean the same in the language of the engine', () => {
  const lines = CASES.trim()
    .split('\n')
    .map((line) => line.trim().replaceAll('#{', '${').split(' | '));
  const found = lines.map(([text = '']) => [text, translated(text)]);
  assert.deepEqual(found, lines);
});

test('expressions that grow while they are written, or nest without end, are not translated', () => {
  const nested = (open: string, inner: string, close: string, times: number) =>
    open.repeat(times) + inner + close.repeat(times);
  const one = `\${n}`;
  assert.equal(translated(nested('abs(', one, ')', 30)), 'tooLong 4000');
  assert.equal(translated(nested('coalesce(', one, `, 1)`, 30)), 'tooLong 4000');
  assert.equal(translated(nested('(', one, ')', 60)), 'unreadable');
  assert.equal(translated(nested('-', one, '', 3000)), 'unreadable');
  assert.equal(translated('1+'.repeat(3000)), 'unreadable');
});
