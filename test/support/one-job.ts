// Runs one job once, in a process that a test kills. It needs no lease: a killed node's would have to lapse first.
import assert from 'node:assert/strict';
import { jobsOf } from '#background-jobs.ts';
import { openLogger } from '#commands/traces.ts';
import { readSettings } from '#config/settings.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { openServices } from '#services.ts';

const [, , wanted] = process.argv;
const settings = readSettings(process.env);
const log = openLogger(settings, { write: () => undefined });
const services = await openServices({ settings, clock: systemClock, random: systemRandom, log });
const job = jobsOf(services).find(({ name }) => name === wanted) ?? assert.fail(wanted);
process.stdout.write('begun\n');
await job.run();
await services.close();
