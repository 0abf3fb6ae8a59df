// Runs the job of series once, in a process that a test kills. It needs no lease: a killed node's would have to lapse first.
import { openLogger } from '#commands/traces.ts';
import { readSettings } from '#config/settings.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { makeSeriesAssignments } from '#series/index.ts';
import { openServices } from '#services.ts';

const settings = readSettings(process.env);
const log = openLogger(settings, { write: () => undefined });
const services = await openServices({ settings, clock: systemClock, random: systemRandom, log });
process.stdout.write('begun\n');
await makeSeriesAssignments(services).run();
await services.close();
