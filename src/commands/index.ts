// The formstead command: one file a command, listed in commandTable; shell/ is the machinery around
// them (arguments, help, failures). Commands join domains as app.ts composes them and keep no rule of
// their own: what may be done is decided where it is done. Nothing imports this but the entry points
// cli.ts and main.ts, and the generator of docs/cli.md.
import { commandTable } from './command-table.ts';
import { processWorld } from './process-world.ts';
import { renderReference } from './shell/reference.ts';
import { runCommandLine } from './shell/run.ts';

/** Runs one command line in this process. @returns its exit code. */
export function runInProcess(argv: readonly string[]): Promise<number> {
  return runCommandLine(commandTable, argv, processWorld());
}

/** `docs/cli.md`. */
export const renderCommandReference = (): string => renderReference(commandTable);
