// The `formstead` command.
import { runInProcess } from '#commands/index.ts';

process.exitCode = await runInProcess(process.argv.slice(2));
