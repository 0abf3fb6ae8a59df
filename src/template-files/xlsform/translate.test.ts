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
  one: field('one', 'choice', { offered: new Set(['a', 'b', '1', "l'est"]) }),
  many: field('many', 'choices', { offered: new Set(['a', 'b']) }),
  mixed: field('mixed', 'choice', { offered: new Set(['m', 'M']) }),
  t: field('t', 'time'),
  c: field('c', 'other'),
  rows: field('rows', 'entries'),
  own: field('own', 'number', { spelled: '{panel.own}', shownName: undefined }),
  each: field('each', 'number', {
    list: { section: 'rows', field: 'each', isRequired: true, isConditional: false },
  }),
};

const scope = {
  field(name: string): Target {
    const found = FIELDS[name];
    if (found === undefined) throw new Untranslatable('unknownName', name);
    return found;
  },
  self: field('n', 'number'),
  note: () => undefined,
  columns: (name: string) => (name === 'region' ? "l'est" : ''),
};

function translated(text: string): string {
  const parsed = parseExpression(text);
  if (parsed === undefined) return 'unreadable';
  try {
    return translate(parsed, scope);
  } catch (error) {
    if (error instanceof Untranslatable) return `${error.why} ${error.what}`.trim();
    throw error;
  }
}

/** XLSForm on the left, with `#` for the dollar sign; the engine's expression on the right. */
const CASES = String.raw`
  #{n} + 2 * 3 | add({n}, 2 * 3)
  (#{n} + 2) * 3 | multiply(add({n}, 2), 3)
  10 - (#{n} - 2) | subtract(10, subtract({n}, 2))
  10 - (4 - 2) | 10 - (4 - 2)
  #{n} div 2 mod 3 | remainder(divide({n}, 2), 3)
  count(#{rows}) div 2 | listLength({rows}) / 2
  8 div count(#{rows}) | divide(8, listLength({rows}))
  -#{n} | subtract(0, {n})
  -5 | -5
  18 <= #{n} and #{n} < 65 | {n} >= 18 and {n} < 65
  #{n} = 1 or (#{s} = 'a' and #{n} != 2) | {n} = 1 or isSame({#s}, 'a') and {n} != 2
  (#{n} = 1 or #{s} = 'a') and #{n} != 2 | ({n} = 1 or isSame({#s}, 'a')) and {n} != 2
  #{s} = '' | {s} empty
  '' != #{s} | {s} notempty
  #{many} = 'a' | {many} = ['a']
  #{many} != 'a b' | {many} != ['a', 'b']
  #{one} = 1 | {one} = 1
  #{one} = 'x' or #{n} = 2 | {n} = 2
  #{one} != 'x' and #{n} = 2 | {n} = 2
  selected(#{many}, 'x') and #{n} = 2 | false
  #{mixed} = 'm' | isSame({#mixed}, 'm')
  #{s} = #{one} | isSame({#s}, {#one})
  #{c} = 3 | {c} = 3
  #{s} > 3 | {s} > 3
  #{s} > '3' | toNumber({s}) > 3
  #{n} >= #{own} | {n} >= {panel.own} and {n} notempty
  #{n} + 1 = #{own} | add({n}, 1) = {panel.own} and !isEmpty(add({n}, 1))
  #{t} >= '08:00:00.000+01:00' | {t} >= '08:00'
  #{t} < '08:00:30' | {t} < '08:00:30'
  #{n} and #{s} | isTrue({n}) and {s} notempty
  decimal-date-time(#{d}) * 24 | dateNumber
  int(#{d}) | dateNumber
  selected(#{many}, 'a') | {many} contains 'a'
  selected(#{one}, 'a') | {one} = 'a'
  not(selected(#{many}, 'a')) | {many} notcontains 'a'
  not(#{n} > 3) | !({n} > 3)
  count-selected(#{many}) >= 2 | listLength({#many}) >= 2
  string-length(.) < 9 | textLength({#n}) < 9
  . >= 0 | {n} >= 0
  region = #{one} | {one} = 'l\'est'
  if(#{n} > 1, 'x', "y") | iif({n} > 1, 'x', 'y')
  coalesce(#{s}, 'none') | iif({s} notempty, {s}, 'none')
  int(#{n} div 3) | truncate(divide({n}, 3))
  round(#{n}, 2) | roundTo({n}, 2)
  pow(#{n}, 2) | power({n}, 2)
  today() - #{d} | daysBetween({d}, today())
  #{d} + 7 > #{e} | addDays({d}, 7) > {e}
  today() - 7 | addDays(today(), -7)
  format-date(#{d}, '%Y') | formatDate({d}, '%Y')
  format-date(#{d}, '%b') | unknownFunction %b
  concat(#{s}, ' x ', #{n}) | joinTexts('', {#s}, ' x ', {#n})
  join(', ', #{each}) | joinInArray({rows}, 'each', ', ')
  indexed-repeat(#{each}, #{rows}, 2) | valueInArray({rows}, 'each', 2)
  selected-at(#{many}, 0) | itemAt({#many}, 0)
  count(#{each}) | listLength({rows})
  sum(#{each}) * 2 | sumInArray({rows}, 'each') * 2
  max(#{n}, 4) | greatest({n}, 4)
  #{own} + 1 | add({panel.own}, 1)
  position(..) | {panelIndex} + 1
  jr:choice-name(#{one}, '#{one}') | displayValue('one')
  ‘a’ = #{s} | isSame({#s}, 'a')
  concat(#{s}, #{n}) | joinTexts('', {#s}, {#n})
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
  assert.equal(translated(nested('coalesce(', one, `, 1)`, 30)), 'tooLong 4000');
  assert.equal(translated(nested('(', one, ')', 60)), 'unreadable');
  assert.equal(translated(nested('-', one, '', 3000)), 'unreadable');
  assert.equal(translated('1+'.repeat(3000)), 'unreadable');
});
