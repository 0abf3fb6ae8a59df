import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { startServer } from '#app.ts';
import { readSettings, type Settings } from '#config/settings.ts';
import { lockForServing } from '#db/serving-lock.ts';
import { makeFolder } from '#kernel/make-folder.ts';
import { VERSION } from '#kernel/version.ts';
import { openMeter } from '#metrics/index.ts';
import { type PagesState, readPagesState } from '#pages/index.ts';
import { openServices } from '#services.ts';
import { backUpsOf } from './backup/run-backup.ts';
import { greeting } from './greeting.ts';
import { keepNewObjectsYoung } from './keep-new-objects-young.ts';
import { command, type LogSink, type Signals, type World } from './shell/command.ts';
import { openLogger, openTraces } from './traces.ts';

const GRACE_MS = 10_000;

export const serve = command({
  name: 'serve',
  summary: 'run the server',
  details:
    'Prints one line "listening on https://HOST:PORT" when ready. Port 0 picks a free\n' +
    'port. On an empty data directory it also prints a one-time link to set up the\n' +
    'first admin. The log goes to stderr or FORMSTEAD_LOG_FILE, with one JSON object\n' +
    'per line.\n' +
    '\n' +
    'On SIGTERM and SIGINT, /readyz answers 503, and after FORMSTEAD_DRAIN_SECONDS no\n' +
    'new requests are accepted. Running requests have 10 seconds to finish (a second\n' +
    'signal ends them immediately), and the exit code is 0. On SIGHUP, certificates\n' +
    'are read again, as they are whenever their files change, and the log file is\n' +
    'opened again.',
  options: {},
  json: false,
  examples: ['formstead serve', 'FORMSTEAD_PORT=0 formstead serve'],
  async run(world) {
    keepNewObjectsYoung();
    const settings = readSettings(world.env);
    const sink = world.openLog(settings.logging.file);
    const stop = waitForStop(world.signals);
    try {
      await serveUntil(stop, { world, settings, sink });
    } finally {
      stop.forget();
      sink.flushSync();
    }
    return { text: '' };
  },
});

interface Serving {
  readonly world: World;
  readonly settings: Settings;
  readonly sink: LogSink;
}

async function serveUntil(stop: Stop, serving: Serving): Promise<void> {
  const { server, storage } = serving.settings;
  makeFolder(server.dataDir);
  const unlock = storage.databaseUrl
    ? undefined
    : lockForServing(server.dataDir, storage.readOnly ? 'read' : 'write');
  try {
    await serveAlone(stop, serving);
  } finally {
    unlock?.();
  }
}

async function serveAlone(stop: Stop, { world, settings, sink }: Serving): Promise<void> {
  const { clock, random, signals } = world;
  const log = openLogger(settings, sink);
  log.info({ version: VERSION, node: process.versions.node }, 'starting');
  const meter = settings.metrics && (await openMeter());
  const tracer = await openTraces(settings, { clock, random, log, meter });
  const backUps = backUpsOf(world.env);
  if (settings.storage.readOnly) {
    log.warn('this node only reads (FORMSTEAD_READ_ONLY=on): changes are refused with 503');
  }
  const services = await openServices({ settings, clock, random, log, meter, tracer, ...backUps });
  try {
    const server = await startServer(services, checkPages(log));
    const reload = (): void => {
      sink.reopen();
      server.reload().catch((err: unknown) => log.error({ err }, 'certificates not read again'));
    };
    signals.on('SIGHUP', reload);
    world.stdout.write(greeting(server, settings));
    log.info({ signal: await stop.asked }, 'stopping');
    signals.off('SIGHUP', reload);
    backUps.stop();
    server.beginDrain();
    await sleep(settings.server.drainSeconds * 1000, undefined, { signal: stop.insisted }).catch(
      () => undefined,
    );
    const cut = AbortSignal.any([stop.insisted, AbortSignal.timeout(GRACE_MS)]);
    // After the deadline, nothing that waits for an unresponsive database delays the shutdown.
    cut.addEventListener('abort', () => services.db.abandon());
    await server.close(cut);
    log.info('stopped');
  } finally {
    await services.close();
  }
}

/** Reads the sources of the pages in the background: the start does not wait for this, only /readyz does. */
async function checkPages(log: Logger): Promise<PagesState> {
  try {
    const state = await readPagesState();
    if (state === 'current') return state;
    log.error(`the web pages are ${state}, and /readyz says 503: run npm run build, then restart`);
    return state;
  } catch (err) {
    log.error({ err }, 'whether the web pages are current could not be found out');
    return 'current';
  }
}

interface Stop {
  /** Resolves at the first signal. */
  readonly asked: Promise<NodeJS.Signals>;
  /** Aborts at the second signal. */
  readonly insisted: AbortSignal;
  forget(): void;
}

function waitForStop(signals: Signals): Stop {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  const insistence = new AbortController();
  let isAsked = false;
  const listeners = (['SIGTERM', 'SIGINT'] as const).map((name) => {
    const listener = (): void => {
      if (isAsked) insistence.abort();
      isAsked = true;
      resolve(name);
    };
    signals.on(name, listener);
    return { name, listener };
  });
  return {
    asked: promise,
    insisted: insistence.signal,
    forget() {
      for (const { name, listener } of listeners) signals.off(name, listener);
    },
  };
}
