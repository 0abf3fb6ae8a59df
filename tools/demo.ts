// `npm run demo [-- --once]`: starts a throw-away instance with a realistic organisation, shows a story of HTTPS
// requests against it, and then keeps it running until Ctrl-C.
//
// Why it exists: the quickest answer to "what is this?" is to watch it work. With --once it ends after the story, with
// code 1 if a response differs from the story; a test runs it this way.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { type RunningServer, startServer } from '#app.ts';
import { explainFailure } from '#commands/shell/explain-failure.ts';
import { readSettings } from '#config/settings.ts';
import { systemRandom } from '#kernel/ids.ts';
import { openServices, type Services } from '#services.ts';
import { createClient } from './demo/call.ts';
import { createDemoClock } from './demo/demo-clock.ts';
import { makeOrganisation, type Organisation } from './demo/organisation.ts';
import { makePassword } from './demo/password.ts';
import { createPrinter } from './demo/print.ts';
import { tellStory } from './demo/story.ts';
import { createTeller } from './demo/teller.ts';
import { printFarewell, printIntroduction, printSignIns } from './demo/words.ts';

const STDERR = 2;
const GRACE_MS = 2_000;
const EXIT_INTERRUPTED = 130;

/** Reads the settings that the demo uses; other settings in the environment belong to a real instance. */
function settingsFor(dataDir: string) {
  const { FORMSTEAD_PORT = '0', FORMSTEAD_HOST, FORMSTEAD_LOG_LEVEL = 'error' } = process.env;
  return readSettings({
    FORMSTEAD_DATA_DIR: dataDir,
    FORMSTEAD_PORT,
    FORMSTEAD_HOST,
    FORMSTEAD_LOG_LEVEL,
  });
}

interface Demo {
  readonly services: Services;
  readonly server: RunningServer;
  readonly organisation: Organisation;
  readonly password: string;
  readonly stop: AbortSignal;
}

const printer = createPrinter(process.stdout);

async function runDemo(dataDir: string, stop: AbortSignal, once: boolean): Promise<void> {
  const settings = settingsFor(dataDir);
  const log = pino({ level: settings.logging.level }, pino.destination(STDERR));
  const clock = createDemoClock();
  printIntroduction(printer);
  const services = await openServices({ settings, clock, random: systemRandom, log });
  try {
    const password = makePassword(systemRandom);
    const organisation = await makeOrganisation(services, clock, password);
    const server = await startServer(services);
    try {
      await tellAndServe({ services, server, organisation, password, stop }, once);
    } finally {
      await server.close(AbortSignal.timeout(GRACE_MS));
    }
  } finally {
    await services.close();
  }
}

async function tellAndServe(demo: Demo, once: boolean): Promise<void> {
  const { services, server, organisation, password, stop } = demo;
  const { publicUrl, caFile = '' } = server;
  const address = { baseUrl: publicUrl, caFile };
  const client = createClient(publicUrl, readFileSync(caFile, 'utf8'));
  try {
    const teller = createTeller(client, printer, stop, address);
    await tellStory({ teller, services, organisation });
  } finally {
    client.close();
  }
  if (once) return;
  printSignIns(printer, address, organisation, password);
  await new Promise((resolve) => stop.addEventListener('abort', resolve));
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { once: { type: 'boolean', default: false } } });
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  // The reader of the output has ended, as in `npm run demo | head`.
  process.stdout.on('error', () => stop.abort());
  const dataDir = mkdtempSync(join(tmpdir(), 'formstead-demo-'));
  try {
    await runDemo(dataDir, stop.signal, values.once);
    return 0;
  } catch (error) {
    if (stop.signal.aborted) return EXIT_INTERRUPTED;
    process.stderr.write(`\nThe demo failed: ${explainFailure(error)}\n`);
    return 1;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    if (!values.once) printFarewell(printer);
  }
}

process.exitCode = await main();
