import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandTable } from '#commands/command-table.ts';
import { commandLine, folder } from '../../../test/support/command-line.ts';
import { renderReference } from './reference.ts';

const nowhere = commandLine({ FORMSTEAD_DATA_DIR: '/nonexistent/formstead' });

test('every command explains itself: usage, options, an example that it accepts, exit codes', async () => {
  for (const { name, examples } of commandTable.commands) {
    const { code, stdout, stderr } = await nowhere(...name.split(' '), '--help');
    assert.equal(code, 0, name);
    assert.equal(stderr, '');
    assert.match(
      stdout,
      new RegExp(`^formstead ${name}: .+\\n\\nUsage: formstead ${name} .*\\[options\\]`),
    );
    assert.match(stdout, /\nOptions:\n(?: {2}.+\n)* {2}--help/);
    assert.match(stdout, /\nExit codes:\n {2}0 .+\n {2}1 .+\n {2}2 /);
    for (const example of examples) {
      assert.ok(stdout.includes(`  ${example}`), example);
      assert.ok(example.includes(`formstead ${name}`), example);
    }
  }
});

test('an example in the help is a command line that is understood', async () => {
  for (const { examples } of commandTable.commands) {
    for (const example of examples) {
      const words = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(
        ([, quoted, bare]) => quoted ?? bare ?? '',
      );
      const argv = words.slice(words.indexOf('formstead') + 1);
      const env = {
        FORMSTEAD_DATABASE_URL: 'postgres://127.0.0.1:1/none',
        FORMSTEAD_MASTER_KEY: 'x',
      };
      // The settings are faulty on purpose: a command line that is understood fails at them, or at a file that it names.
      const { code, stderr } = await commandLine(env, { stdin: 'correct horse battery' })(...argv);
      if (argv[0] === 'doctor') continue;
      assert.match(
        stderr,
        /FORMSTEAD_MASTER_KEY|password file|key file|There is no file/,
        `${example}: ${stderr}`,
      );
      assert.equal(code, 1, example);
    }
  }
});

test('formstead, its groups and their commands list what there is', async () => {
  const root = await nowhere('--help');
  assert.equal(root.code, 0);
  for (const word of [
    'serve',
    'setup',
    'migrate',
    'account',
    'user',
    'credential',
    'keys',
    'backup',
    'restore',
    'doctor',
  ]) {
    assert.match(root.stdout, new RegExp(`^ {2}${word} +\\S`, 'm'));
  }
  for (const { name } of commandTable.groups) {
    const { code, stdout } = await nowhere(name, '-h');
    assert.equal(code, 0);
    assert.match(stdout, /Commands:\n {2}\S/);
    assert.match(stdout, /Exit codes:/);
  }
});

test('a line without a command shows the help on stderr and is not a success', async () => {
  for (const argv of [[], ['user']]) {
    const { code, stdout, stderr } = await nowhere(...argv);
    assert.equal(code, 2);
    assert.equal(stdout, '');
    assert.match(stderr, /Usage: formstead/);
  }
});

test('a slip of the finger is answered with what was probably meant', async () => {
  const cases: readonly [readonly string[], RegExp][] = [
    [['bakcup'], /There is no command "bakcup". Did you mean "backup"\? See: formstead --help/],
    [['users', 'list'], /Did you mean "user"\?/],
    [['user', 'lsit'], /Did you mean "user list"\?/],
    [['keys', 'rotate', '--ues', 'sig'], /There is no option --ues. Did you mean --use\?/],
    [['--hlep'], /There is no option "--hlep"/],
    [['telephone'], /There is no command "telephone". See/],
  ];
  for (const [argv, expected] of cases) {
    const { code, stdout, stderr } = await nowhere(...argv);
    assert.equal(code, 2, argv.join(' '));
    assert.equal(stdout, '');
    assert.match(stderr, expected);
  }
});

test('the version is that of the package', async () => {
  const { code, stdout } = await nowhere('--version');
  assert.equal(code, 0);
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
});

test('faulty settings are all told at once, without a stack; with debug there is one', async () => {
  const env = { FORMSTEAD_PORT: 'high', FORMSTEAD_HOSTS: 'x' };
  const plain = await commandLine(env)('user', 'list');
  assert.equal(plain.code, 1);
  assert.match(plain.stderr, /FORMSTEAD_PORT: "high" is not a whole number/);
  assert.match(plain.stderr, /FORMSTEAD_HOSTS: .* Did you mean FORMSTEAD_HOST\?/);
  assert.doesNotMatch(plain.stderr, /\n\s+at /);
  const debug = await commandLine({ ...env, FORMSTEAD_LOG_LEVEL: 'debug' })('user', 'list');
  assert.match(debug.stderr, /\n\s+at /);
});

test('a mistyped data directory is an error, not a new and empty service', async (t) => {
  const dataDir = `${await folder(t)}/nowhere`;
  for (const argv of [
    ['user', 'list'],
    ['keys', 'list'],
    ['account', 'show'],
    ['backup', '--to', 'x'],
  ]) {
    const { code, stderr } = await commandLine({ FORMSTEAD_DATA_DIR: dataDir })(...argv);
    assert.equal(code, 1);
    assert.match(stderr, /There is no data in .*nowhere\. Set FORMSTEAD_DATA_DIR/);
  }
});

test('the reference holds the help of every command', () => {
  const text = renderReference(commandTable);
  for (const { name } of commandTable.commands)
    assert.ok(text.includes(` formstead ${name}\n`), name);
});
