import { parseArgs } from 'node:util';
import { nearest } from '#kernel/nearest.ts';
import type { Arguments, Command, OptionSpec } from './command.ts';
import { UsageError } from './failures.ts';

const HELP: OptionSpec = { description: 'Show this help and end.' };
const JSON_OPTION: OptionSpec = {
  description: 'Print one JSON document instead of text for people.',
};

export interface ParsedLine {
  readonly help: boolean;
  readonly json: boolean;
  readonly args: Arguments;
}

/** Returns all options of a command, the common ones last. */
export function optionsOf(spec: Command): ReadonlyMap<string, OptionSpec> {
  const common = [...(spec.json ? [['json', JSON_OPTION] as const] : []), ['help', HELP] as const];
  return new Map([...Object.entries(spec.options), ...common]);
}

/**
 * Parses what follows the name of a command.
 * @throws UsageError for an unknown, repeated, incomplete or missing option or operand.
 */
export function parseLine(spec: Command, argv: readonly string[]): ParsedLine {
  const known = optionsOf(spec);
  const given = new Map<string, string>();
  const operands: string[] = [];
  for (const token of tokensOf(argv, known)) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind === 'option') addOption(given, known, token);
  }
  const help = given.has('help');
  if (!help) checkComplete(spec, given, operands);
  const names = (spec.operands ?? []).map(({ name }) => name);
  return {
    help,
    json: given.has('json'),
    args: {
      text: (option) => given.get(option),
      required: (option) => given.get(option) ?? missing(`--${option}`),
      flag: (option) => given.has(option),
      operand: (name) => operands[names.indexOf(name)] ?? missing(name),
    },
  };
}

function tokensOf(argv: readonly string[], known: ReadonlyMap<string, OptionSpec>) {
  const options = [...known].map(([name, { value }]) => [
    name,
    {
      type: value === undefined ? ('boolean' as const) : ('string' as const),
      ...(name === 'help' && { short: 'h' }),
    },
  ]);
  return parseArgs({
    args: [...argv],
    options: Object.fromEntries(options),
    strict: false,
    tokens: true,
  }).tokens;
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function addOption(
  given: Map<string, string>,
  known: ReadonlyMap<string, OptionSpec>,
  { name, rawName, value, inlineValue }: OptionToken,
): void {
  const spec = known.get(name);
  if (!spec) throw new UsageError(`There is no option ${rawName}.${meant(name, known)}`);
  if (given.has(name)) throw new UsageError(`${rawName} is given twice.`);
  if (spec.value === undefined && value !== undefined) {
    throw new UsageError(`${rawName} takes no value.`);
  }
  if (spec.value !== undefined && (value === undefined || value === '')) {
    throw new UsageError(`${rawName} needs a value: ${rawName} ${spec.value}.`);
  }
  // `--name --json`: a forgotten value is far more likely than a value that begins with a dash.
  if (value !== undefined && !inlineValue && /^-./.test(value)) {
    throw new UsageError(
      `${rawName} needs a value. If it is meant to be ${value}, write ${rawName}=${value}.`,
    );
  }
  given.set(name, value ?? '');
}

function meant(name: string, known: ReadonlyMap<string, OptionSpec>): string {
  const near = nearest(name, [...known.keys()]);
  return near === undefined ? '' : ` Did you mean --${near}?`;
}

function checkComplete(
  spec: Command,
  given: ReadonlyMap<string, string>,
  operands: readonly string[],
): void {
  const wanted = spec.operands ?? [];
  const extra = operands[wanted.length];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many.`);
  const absent = wanted[operands.length];
  if (absent) throw new UsageError(`${absent.name} is missing: ${absent.description}`);
  for (const [name, { required, value = '' }] of Object.entries(spec.options)) {
    if (required && !given.has(name)) throw new UsageError(`--${name} ${value} is missing.`);
  }
}

function missing(what: string): never {
  throw new UsageError(`${what} is missing.`);
}
