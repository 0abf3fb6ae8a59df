import { optionsOf } from './arguments.ts';
import type { Command, CommandGroup } from './command.ts';
import { columns } from './text.ts';

const EXIT_CODES: Readonly<Record<number, string>> = {
  0: 'done',
  1: 'failed: stderr says why and what to do',
  2: 'the command line was not understood',
};

/** Returns the output of `formstead --help`. */
export function rootHelp(commands: readonly Command[], groups: readonly CommandGroup[]): string {
  const single = commands.filter(({ name }) => !name.includes(' '));
  return [
    'formstead: a self-hosted forms service with OAuth 2.0 tokens and SCIM 2.0 provisioning',
    'Usage: formstead COMMAND [options]',
    section('Commands:', [...single, ...groups].map(line)),
    'Settings are environment variables (FORMSTEAD_DATA_DIR, …): docs/settings.md lists them.\n' +
      '`formstead COMMAND --help` explains one command or group; `formstead --version` tells the version.',
    example(['formstead serve']),
    exitCodes(EXIT_CODES),
  ].join('\n\n');
}

/** Returns the output of `formstead user --help`. */
export function groupHelp(group: CommandGroup, commands: readonly Command[]): string {
  const members = commands.filter(({ name }) => name.startsWith(`${group.name} `));
  return [
    `formstead ${group.name}: ${group.summary}`,
    `Usage: formstead ${group.name} COMMAND [options]`,
    section('Commands:', members.map(line)),
    `\`formstead ${group.name} COMMAND --help\` explains one of them.`,
    example(members.slice(0, 1).flatMap(({ examples }) => examples)),
    exitCodes(EXIT_CODES),
  ].join('\n\n');
}

/** Returns the output of `formstead user create --help`. */
export function commandHelp(spec: Command): string {
  const operands = spec.operands ?? [];
  const options = [...optionsOf(spec)].map(([name, { value, description, required }]) => [
    value === undefined ? `--${name}` : `--${name} ${value}`,
    `${description}${required ? ' Required.' : ''}`,
  ]);
  return [
    `formstead ${spec.name}: ${spec.summary}`,
    `Usage: ${usageOf(spec)}`,
    ...(spec.details === undefined ? [] : [spec.details]),
    ...(operands.length === 0
      ? []
      : [
          section(
            'Operands:',
            operands.map(({ name, description }) => [name, description]),
          ),
        ]),
    section('Options:', options),
    example(spec.examples),
    exitCodes({ ...EXIT_CODES, ...spec.exitCodes }),
  ].join('\n\n');
}

/** Returns one line: `formstead user create --user-name NAME [options]`. */
function usageOf({ name, operands = [], options }: Command): string {
  const required = Object.entries(options).flatMap(([option, { required, value = '' }]) =>
    required ? [`--${option} ${value}`] : [],
  );
  const words = ['formstead', name, ...operands.map((operand) => operand.name), ...required];
  return [...words, '[options]'].join(' ');
}

const line = ({ name, summary }: Command | CommandGroup): readonly string[] => [
  name.split(' ').at(-1) ?? name,
  summary,
];

const section = (title: string, lines: readonly (readonly string[])[]): string =>
  [title, ...columns(lines).split('\n').map(indent)].join('\n');

const example = (examples: readonly string[]): string =>
  [examples.length === 1 ? 'Example:' : 'Examples:', ...examples.map(indent)].join('\n');

const exitCodes = (codes: Readonly<Record<number, string>>): string =>
  section('Exit codes:', Object.entries(codes));

const indent = (text: string): string => `  ${text}`;
