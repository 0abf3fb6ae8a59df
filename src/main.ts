// `npm start`: serves with settings from the environment until it is told to stop.
import { serve } from '#commands/index.ts';

process.exitCode = await serve(process.env);
