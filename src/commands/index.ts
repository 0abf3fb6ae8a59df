// The formstead command: one file per command, listed in commandTable; shell/ parses arguments, prints help and reports
// failures. Commands call domains as app.ts composes them, and contain no rules of their own: the domains decide what
// is allowed. Only the entry points cli.ts and main.ts and the generator of docs/cli.md import this folder.
import { commandTable } from './command-table.ts';
import { processWorld } from './process-world.ts';
import { renderReference } from './shell/reference.ts';
import { runCommandLine } from './shell/run.ts';

/** Runs one command line in this process. @returns its exit code. */
export function runInProcess(argv: readonly string[]): Promise<number> {
  return runCommandLine(commandTable, argv, processWorld());
}

/** Renders `docs/cli.md`. */
export const renderCommandReference = (): string => renderReference(commandTable);
