import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseLine } from './arguments.ts';
import { command } from './command.ts';
import { UsageError } from './failures.ts';

const spec = command({
  name: 'paint',
  summary: 'paint something',
  operands: [{ name: 'THING', description: 'What to paint.' }],
  options: {
    color: { value: 'NAME', description: 'Which.', required: true },
    coats: { value: 'COUNT', description: 'The number of times.' },
    twice: { description: 'Once more.' },
  },
  json: true,
  examples: ['formstead paint fence --color red'],
  run: async () => ({ text: '' }),
});

test('options come in any order and spelling that getopt users expect', () => {
  for (const line of [
    'fence --color red --twice',
    '--color=red --twice fence',
    '--twice --color red -- fence',
  ]) {
    const { args, json, help } = parseLine(spec, line.split(' '));
    assert.equal(args.operand('THING'), 'fence');
    assert.equal(args.required('color'), 'red');
    assert.equal(args.flag('twice'), true);
    assert.equal(args.text('coats'), undefined);
    assert.deepEqual([json, help], [false, false]);
  }
});

test('what can not be meant is refused with what would be right', () => {
  const cases: readonly [string, RegExp][] = [
    ['--color red', /THING is missing: What to paint/],
    ['fence', /--color NAME is missing/],
    ['fence --color', /--color needs a value: --color NAME/],
    ['fence --color=', /--color needs a value/],
    [
      'fence --color --json',
      /--color needs a value. If it is meant to be --json, write --color=--json/,
    ],
    ['fence --color red --color blue', /--color is given twice/],
    ['fence --color red --twice=yes', /--twice takes no value/],
    ['fence gate --color red', /"gate" is one word too many/],
    ['fence --color red --colour blue', /no option --colour. Did you mean --color\?/],
    ['fence --color red --__proto__ x', /no option --__proto__/],
    ['fence --color red -x', /no option -x/],
  ];
  for (const [line, expected] of cases) {
    assert.throws(
      () => parseLine(spec, line.split(' ')),
      (error) => error instanceof UsageError && expected.test(error.message),
      line,
    );
  }
});

test('help is given whatever else is missing; a single dash is a value', () => {
  assert.equal(parseLine(spec, ['--help']).help, true);
  assert.equal(parseLine(spec, ['-h']).help, true);
  assert.equal(parseLine(spec, ['fence', '--color', '-']).args.text('color'), '-');
  assert.equal(parseLine(spec, ['fence', '--color=--json']).args.text('color'), '--json');
});

test('whatever is typed is understood or refused as a usage error', () => {
  const word = fc.oneof(
    fc.constantFrom(
      '--color',
      '--color=red',
      '--twice',
      '--json',
      '--help',
      '-h',
      '--',
      '-',
      'fence',
      '-xyz',
      '--=',
      '=',
    ),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (argv) => {
      try {
        parseLine(spec, argv);
      } catch (error) {
        assert.ok(error instanceof UsageError, String(error));
      }
    }),
  );
});
