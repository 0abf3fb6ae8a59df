import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { startServer } from '#app.ts';
import { readSettings } from '#config/settings.ts';
import { systemRandom } from '#kernel/ids.ts';
import { openServices, type Services } from '#services.ts';
import { setUpAccount } from '#sign-in/index.ts';
import { makeExportLog } from '../../test/support/export-log.ts';
import { NO_MAIL_SERVER } from '../../test/support/no-mail-server.ts';
import { makeWebhookLog } from '../../test/support/webhook-log.ts';
import { createDemoClock, type DemoClock } from '../demo/demo-clock.ts';
import { makeOrganisation } from '../demo/organisation.ts';
import { makePassword } from '../demo/password.ts';
import { growOrganisation } from './full-organisation.ts';
import type { DataSet } from './plan.ts';

const ALIVE_MS = 1000;

/** A service with the data of a set, and its admin. */
export interface PicturedService {
  readonly url: string;
  readonly userName: string;
  readonly password: string;
  close(): Promise<void>;
}

/** Starts a service in a new directory, which is removed when it is closed. The faulty set fails above full data. */
export async function startPictured(set: DataSet): Promise<PicturedService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'formstead-screenshots-'));
  const settings = readSettings({
    FORMSTEAD_DATA_DIR: dataDir,
    FORMSTEAD_PORT: '0',
    ...NO_MAIL_SERVER,
  });
  const clock = createDemoClock();
  const log = pino({ level: 'error' });
  const services = await openServices({ settings, clock, random: systemRandom, log });
  const password = makePassword(systemRandom);
  if (set === 'empty') await makeNewAccount(services, password);
  else await makeFull(services, clock, password);
  const server = await startServer(services);
  return {
    url: server.publicUrl,
    userName: 'admin',
    password,
    async close() {
      // Jobs are waited for, and their own timers do not keep a process alive.
      const alive = setInterval(() => undefined, ALIVE_MS);
      await server.close();
      await services.close();
      clearInterval(alive);
      rmSync(dataDir, { recursive: true });
    },
  };
}

async function makeNewAccount(services: Services, password: string): Promise<void> {
  await setUpAccount(
    services,
    { accountName: 'Alder Bridge Works', userName: 'admin', password },
    async () => undefined,
  );
}

async function makeFull(services: Services, clock: DemoClock, password: string): Promise<void> {
  const organisation = await makeOrganisation(services, clock, password);
  await growOrganisation(services, clock, organisation);
  await makeWebhookLog(services, organisation.account.accountId);
  await makeExportLog(services, organisation.account);
}
