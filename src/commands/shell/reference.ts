import { commandHelp, groupHelp, rootHelp } from './help.ts';
import type { CommandTable } from './run.ts';

const INTRODUCTION = `# The formstead command

<!-- Generated from src/commands by "npm run generate". Change it there. -->

In a clone of the repository: \`npm run --silent cli -- COMMAND …\`. What a program reads is on stdout: with
\`--json\` exactly one JSON document. Failures are on stderr. Passwords come from a file or from stdin, never from
the command line, where other users of the machine would see them.`;

/** Renders `docs/cli.md`: the help of every command, as the program prints it. */
export function renderReference({ commands, groups }: CommandTable): string {
  const single = commands.filter(({ name }) => !name.includes(' '));
  const parts = [
    [INTRODUCTION, block(rootHelp(commands, groups))],
    ...single.map((command) => [`## formstead ${command.name}`, block(commandHelp(command))]),
    ...groups.map((group) => [
      `## formstead ${group.name}`,
      block(groupHelp(group, commands)),
      ...commands
        .filter(({ name }) => name.startsWith(`${group.name} `))
        .flatMap((command) => [`### formstead ${command.name}`, block(commandHelp(command))]),
    ]),
  ];
  return `${parts.flat().join('\n\n')}\n`;
}

const block = (text: string): string => `\`\`\`text\n${text}\n\`\`\``;
