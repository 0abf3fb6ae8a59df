// `npm start`: the same as `formstead serve`.
import { runInProcess } from '#commands/index.ts';

process.exitCode = await runInProcess(['serve', ...process.argv.slice(2)]);
