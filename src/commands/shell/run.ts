import { nearest } from '#kernel/nearest.ts';
import { VERSION } from '#kernel/version.ts';
import { parseLine } from './arguments.ts';
import type { Command, CommandGroup, World } from './command.ts';
import { explainFailure, inspectFailure } from './explain-failure.ts';
import { UsageError } from './failures.ts';
import { commandHelp, groupHelp, rootHelp } from './help.ts';

/** All commands. */
export interface CommandTable {
  readonly commands: readonly Command[];
  readonly groups: readonly CommandGroup[];
}

const FAILED = 1;
const NOT_UNDERSTOOD = 2;

/** Runs a command line. Never throws. @returns the exit code. */
export async function runCommandLine(
  { commands, groups }: CommandTable,
  argv: readonly string[],
  world: World,
): Promise<number> {
  try {
    const found = findCommand({ commands, groups }, argv);
    if ('help' in found) {
      (found.exitCode === 0 ? world.stdout : world.stderr).write(`${found.help}\n`);
      return found.exitCode;
    }
    return await runOne(found.command, found.rest, world).catch((error: unknown) => {
      throw error instanceof UsageError ? hinting(error.message, found.command.name) : error;
    });
  } catch (error) {
    if (error instanceof UsageError) {
      world.stderr.write(`${error.message}\n`);
      return NOT_UNDERSTOOD;
    }
    world.stderr.write(`${explainFailure(error)}\n`);
    if (isDebugging(world)) world.stderr.write(`${inspectFailure(error)}\n`);
    return FAILED;
  }
}

async function runOne(spec: Command, rest: readonly string[], world: World): Promise<number> {
  const { help, json, args } = parseLine(spec, rest);
  if (help) {
    world.stdout.write(`${commandHelp(spec)}\n`);
    return 0;
  }
  const { text, data, exitCode = 0 } = await spec.run(world, args);
  if (json) world.stdout.write(`${JSON.stringify(data)}\n`);
  else if (text !== '') world.stdout.write(`${text}\n`);
  return exitCode;
}

type Found =
  | { readonly command: Command; readonly rest: readonly string[] }
  | { readonly help: string; readonly exitCode: number };

function findCommand({ commands, groups }: CommandTable, argv: readonly string[]): Found {
  const [first = '', second = ''] = argv;
  if (isHelp(first)) return { help: rootHelp(commands, groups), exitCode: 0 };
  if (first === '--version') return { help: VERSION, exitCode: 0 };
  if (first === '') return { help: rootHelp(commands, groups), exitCode: NOT_UNDERSTOOD };
  const command = commands.find(({ name }) => name === first);
  if (command) return { command, rest: argv.slice(1) };
  const group = groups.find(({ name }) => name === first);
  if (!group) {
    const single = commands.filter(({ name }) => !name.includes(' '));
    throw unknown(
      first,
      [...single, ...groups].map(({ name }) => name),
    );
  }
  if (isHelp(second)) return { help: groupHelp(group, commands), exitCode: 0 };
  if (second === '') return { help: groupHelp(group, commands), exitCode: NOT_UNDERSTOOD };
  const member = commands.find(({ name }) => name === `${first} ${second}`);
  if (member) return { command: member, rest: argv.slice(2) };
  const names = commands.flatMap(({ name }) => name.split(`${first} `, 2)[1] ?? []);
  throw unknown(second, names, first);
}

const isHelp = (word: string): boolean => word === '--help' || word === '-h';

function unknown(word: string, names: readonly string[], group?: string): UsageError {
  const prefix = group === undefined ? '' : `${group} `;
  const what = word.startsWith('-') ? 'option' : 'command';
  const near = nearest(word, names);
  const guess = near === undefined ? '' : ` Did you mean "${prefix}${near}"?`;
  return hinting(`There is no ${what} "${prefix}${word}".${guess}`, group);
}

function hinting(message: string, name: string | undefined): UsageError {
  const words = ['formstead', ...(name === undefined ? [] : [name]), '--help'];
  return new UsageError(`${message} See: ${words.join(' ')}`);
}

function isDebugging({ env }: World): boolean {
  return ['debug', 'trace'].includes(env['FORMSTEAD_LOG_LEVEL']?.trim().toLowerCase() ?? '');
}
