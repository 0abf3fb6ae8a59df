// The formstead command: one file per command, listed in commandTable; shell/ parses arguments, prints help and reports
// failures. Commands call domains as app.ts composes them, and contain no rules of their own: the domains decide what
// is allowed. Only the entry points cli.ts and main.ts and the generator of docs/cli.md import this folder.
import { healthcheck } from './healthcheck.ts';
import { processWorld } from './process-world.ts';
import { renderReference } from './shell/reference.ts';
import { type CommandTable, runCommandLine } from './shell/run.ts';

/** Runs one command line in this process. @returns its exit code. */
export async function runInProcess(argv: readonly string[]): Promise<number> {
  // A container asks for its health every 30 seconds: loading all commands takes three times as long as this one.
  const table =
    argv[0] === healthcheck.name ? { commands: [healthcheck], groups: [] } : await allCommands();
  return runCommandLine(table, argv, processWorld());
}

/** Renders `docs/cli.md`. */
export const renderCommandReference = async (): Promise<string> =>
  renderReference(await allCommands());

const allCommands = async (): Promise<CommandTable> =>
  (await import('./command-table.ts')).commandTable;
