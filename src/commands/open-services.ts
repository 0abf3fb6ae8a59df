import { type Logger, pino } from 'pino';
import { readSettings, type Settings } from '#config/settings.ts';
import { openServices, type Services } from '#services.ts';
import { requireData } from './open-reader.ts';
import type { World } from './shell/command.ts';

/** Runs `work` on the data of an existing deployment. @throws CommandFailure if there is none. */
export function withExisting<T>(
  world: World,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  const settings = readSettings(world.env);
  requireData(settings);
  return withServices(world, settings, work);
}

/** Runs `work` on the data of a deployment, and creates the deployment if there is none. */
export function withNewOrExisting<T>(
  world: World,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  return withServices(world, readSettings(world.env), work);
}

async function withServices<T>(
  world: World,
  settings: Settings,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  const { clock, random } = world;
  const services = await openServices({ settings, clock, random, log: quietLog(world, settings) });
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

/** Logs to stderr from level warn, unless the settings give a level other than info. */
function quietLog(world: World, { logging }: Settings): Logger {
  const level = logging.level === 'info' ? 'warn' : logging.level;
  return pino({ level }, { write: (line: string) => void world.stderr.write(line) });
}
