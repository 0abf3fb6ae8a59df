// What Prometheus reads of the state of a node and of its storage, of all domains in one list, and where the domains
// report what they did.
import type { Queue, StoredFilesState } from '#administration/index.ts';
import { readDamage, readDamagedForms, readFileCheck } from '#attachments/index.ts';
import { readBackupFault } from '#backups/index.ts';
import { readLastBackup } from '#db/last-backup.ts';
import { readWaitingExports } from '#exports/index.ts';
import type { MeasuredRequest } from '#http/measured-request.ts';
import type { WaitingWork } from '#jobs/waiting-work.ts';
import { AppError } from '#kernel/errors.ts';
import { spaceOf } from '#kernel/free-space.ts';
import { VERSION } from '#kernel/version.ts';
import { listKeys } from '#keys/index.ts';
import { readWaitingMails } from '#mail-queue/index.ts';
import {
  type Collector,
  createCollector,
  createRequestMeter,
  type Meter,
  type MetricSource,
  type RequestMeter,
} from '#metrics/index.ts';
import type { Services } from '#services.ts';
import { type Attempt, isDelivered, readWaitingDeliveries } from '#webhooks/index.ts';

/** What the server reports to, and what a scrape reads. */
export interface Measurements {
  readonly meter: Meter;
  readonly collector: Collector;
  readonly onRequest: (request: MeasuredRequest) => void;
  readonly onAttempt: (attempt: Attempt) => void;
  readonly onMail: (outcome: 'sent' | 'retried' | 'given_up') => void;
}

/**
 * Returns undefined if metrics are off.
 * @param certificateEnd when the served certificate ends, in milliseconds; undefined behind a proxy
 */
export function createMeasurements(
  services: Services,
  certificateEnd: () => number | undefined,
): Measurements | undefined {
  const { meter, clock, db, log } = services;
  if (!meter) return undefined;
  meter.set('formstead_build_info', { version: VERSION, engine: db.engine }, 1);
  meter.set('formstead_read_only', {}, db.isReadOnly ? 1 : 0);
  const requests = createRequestMeter(meter);
  const collector = createCollector({
    meter,
    clock,
    sources: [
      ...queuesOf(services),
      ...stateOf(services, certificateEnd),
      connectionsOf(services, requests),
    ],
    onError: (err, source) => log.warn({ err, source }, 'metrics could not be read'),
  });
  return {
    meter,
    collector,
    onRequest: requests.measure,
    onAttempt(attempt) {
      const answered = attempt.status === undefined ? 'no_answer' : 'refused';
      const outcome = isDelivered(attempt) ? 'delivered' : answered;
      meter.count('formstead_webhook_attempts_total', { outcome });
      meter.observe('formstead_webhook_attempt_duration_seconds', {}, attempt.ms / 1000);
    },
    onMail: (outcome) => meter.count('formstead_mails_total', { outcome }),
  };
}

/** The queues of the deployment, by name. */
const QUEUES: Readonly<
  Record<
    Queue['name'],
    (services: Pick<Services, 'db' | 'clock'>, accountId?: string) => Promise<WaitingWork>
  >
> = {
  webhooks: ({ db }, accountId) => readWaitingDeliveries(db, accountId),
  mail: ({ db }, accountId) => readWaitingMails(db, accountId),
  exports: ({ db, clock }, accountId) => readWaitingExports(db, clock.now(), accountId),
};
const QUEUE_NAMES = ['webhooks', 'mail', 'exports'] as const;

/** Returns what waits in the queues of an account, without those whose entries could not be counted in time. */
const readQueues =
  (services: Pick<Services, 'db' | 'clock'>) =>
  (accountId: string): Promise<readonly Queue[]> =>
    Promise.all(
      QUEUE_NAMES.map(async (name) => {
        try {
          return { name, work: await QUEUES[name](services, accountId) };
        } catch (error) {
          if (error instanceof AppError) return { name, work: undefined };
          throw error;
        }
      }),
    );

/** Forms with a damaged file that are named. */
const MOST_FORMS = 20;

/** Returns what is known of the stored files of an account. */
const readStoredFiles =
  ({ db: { reader } }: Pick<Services, 'db'>) =>
  async (accountId: string): Promise<StoredFilesState> => ({
    checkedAt: (await readFileCheck(reader)).endedAt,
    isAnyDamaged: (await readDamage(reader)) !== undefined,
    damaged: (await readDamage(reader, accountId))?.count ?? 0,
    forms: await readDamagedForms(reader, accountId, MOST_FORMS),
  });

/** Returns what System status reads of the queues and stored files of an account. */
export const statusReaders = (services: Pick<Services, 'db' | 'clock'>) => ({
  readQueues: readQueues(services),
  readStoredFiles: readStoredFiles(services),
});

function queuesOf(services: Services): readonly MetricSource[] {
  return QUEUE_NAMES.map((name) => ({
    name,
    async read(set) {
      const work = await QUEUES[name](services);
      const now = services.clock.now();
      const since = (at: number | undefined) =>
        at === undefined ? 0 : Math.max(0, now - at) / 1000;
      set('formstead_queue_waiting', { queue: name }, work.count);
      set('formstead_queue_oldest_age_seconds', { queue: name }, since(work.oldestAt));
      set('formstead_queue_overdue_seconds', { queue: name }, since(work.dueAt));
    },
  }));
}

function stateOf(
  { db, clock, settings }: Services,
  certificateEnd: () => number | undefined,
): readonly MetricSource[] {
  return [
    {
      name: 'database',
      async read(set) {
        const { used, idle, waiting } = db.load();
        set('formstead_database_connections', { state: 'used' }, used);
        set('formstead_database_connections', { state: 'idle' }, idle);
        set('formstead_database_waiting', {}, waiting);
      },
    },
    {
      name: 'keys',
      async read(set) {
        const now = clock.now();
        for (const { state, use, activeAt } of await listKeys(db.reader, now)) {
          if (state === 'active')
            set('formstead_key_age_seconds', { use }, (now - activeAt) / 1000);
        }
      },
    },
    {
      name: 'certificate',
      async read(set) {
        const end = certificateEnd();
        if (end === undefined) return;
        set('formstead_certificate_not_after_timestamp_seconds', {}, end / 1000);
      },
    },
    {
      name: 'backup',
      async read(set) {
        const at = (await readLastBackup(db.reader)) ?? 0;
        set('formstead_backup_last_success_timestamp_seconds', {}, at / 1000);
        const hasFailed = (await readBackupFault(db.reader)) !== undefined;
        set('formstead_backup_failed', {}, hasFailed ? 1 : 0);
      },
    },
    {
      name: 'stored files',
      async read(set) {
        set('formstead_files_damaged', {}, (await readDamage(db.reader))?.count ?? 0);
        const { endedAt = 0 } = await readFileCheck(db.reader);
        set('formstead_files_check_last_end_timestamp_seconds', {}, endedAt / 1000);
      },
    },
    {
      name: 'disk',
      async read(set) {
        const { free, total } = await spaceOf(settings.server.dataDir);
        set('formstead_disk_free_bytes', {}, free);
        set('formstead_disk_size_bytes', {}, total);
      },
    },
  ];
}

/** The codes of organisations never change, so each is read once. */
function connectionsOf({ db, directory }: Services, requests: RequestMeter): MetricSource {
  const codes = new Map<string, string>();
  return {
    name: 'connections',
    async read() {
      for (const id of requests.accounts()) {
        if (codes.has(id)) continue;
        const account = await directory.readAccount(db.reader, id);
        if (account) codes.set(id, account.code);
      }
      requests.countConnections(codes);
    },
  };
}
