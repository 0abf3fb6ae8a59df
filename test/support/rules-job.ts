// Runs the rules that wait, in a process that a test kills. Claims of killed nodes would have to lapse first, so that they
// are released here. It says how many events wait before it begins.
import { openLogger } from '#commands/traces.ts';
import { readSettings } from '#config/settings.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { openServices } from '#services.ts';

const settings = readSettings(process.env);
const log = openLogger(settings, { write: () => undefined });
const services = await openServices({ settings, clock: systemClock, random: systemRandom, log });
const { reader } = services.db;
await reader.updateTable('rule_events').set({ claimed_until: null }).execute();
// Loading the forms engine may take longer than a life, and would be an attempt of each event.
await services.engine.of('nobody').facts({}, {}, { timeZone: 'UTC' });
const waiting = await reader.selectFrom('rule_events').select('id').execute();
process.stdout.write(`${waiting.length}\n`);
const [job] = services.ruleRunner.jobs;
await job?.run();
await services.ruleRunner.settled();
await services.close();
