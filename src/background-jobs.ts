// The work that no request asks for, of all domains in one list.

import { fillValues, refillSearch } from '#answer-queries/index.ts';
import { tellDueAssignments } from '#assignments/index.ts';
import { checkStoredFiles, cleanFiles } from '#attachments/index.ts';
import { linkAudit } from '#audit/index.ts';
import { scheduledBackups } from '#backups/index.ts';
import { forgetRateLimits } from '#db/rate-limits.ts';
import { groupsToFind, usersToFind } from '#directory/index.ts';
import { formsToFind, keepFormCounts, templatesToFind } from '#form-records/index.ts';
import { purgeDeletedForms, tellDueForms } from '#forms/index.ts';
import { forgetIdempotentAnswers } from '#idempotency/index.ts';
import type { Job } from '#jobs/jobs.ts';
import { cleanLists } from '#lists/index.ts';
import { forgetNotices, tellDueWork } from '#notices/index.ts';
import { cutLogs, deleteOldEntries } from '#provisioning/index.ts';
import { purgeLinkSessions } from '#public-links/index.ts';
import { countAnswers } from '#quotas/index.ts';
import { keepRetention } from '#retention/index.ts';
import { fillSearch } from '#search/index.ts';
import { makeSeriesAssignments } from '#series/index.ts';
import type { Services } from '#services.ts';
import { refreshSaml } from '#sign-in/index.ts';

const MINUTE_MS = 60_000;

/** Returns the periodic jobs, each of which one node of the deployment runs. */
export function jobsOf(services: Services): readonly Job[] {
  const {
    audit,
    chains,
    ring,
    credentials,
    directory,
    signInThrottle,
    sessions,
    clock,
    db,
    log,
    files,
    bulkRunner,
    noticeSpreader,
    ruleRunner,
    exportRunner,
    quotas,
    settings: { backups, quotas: limits },
    backUp,
  } = services;
  return [
    linkAudit(chains),
    cleanFiles({ db, files, clock }),
    checkStoredFiles({
      ...{ db, files, clock },
      onDamage: ({ accountId, id, what, storageKey }, state) =>
        log.error(
          { account: accountId, file: id, kind: what, storageKey, damage: state },
          'a stored file is damaged',
        ),
    }),
    noticeSpreader.job,
    tellDueWork(services),
    forgetNotices(services),
    bulkRunner.job,
    ...ruleRunner.jobs,
    exportRunner.job,
    purgeDeletedForms({ db, clock, audit }),
    tellDueForms(services),
    tellDueAssignments(services),
    cleanLists(services),
    keepRetention(services),
    makeSeriesAssignments(services),
    refreshSaml(services),
    fillSearch({
      db,
      clock,
      sources: [usersToFind, groupsToFind, templatesToFind, formsToFind],
    }),
    fillValues({ db, clock }),
    countAnswers({ db, clock }),
    keepFormCounts({ db, clock }),
    refillSearch({ db }),
    ...(backups && backUp
      ? [scheduledBackups({ db, clock, schedule: backups.schedule, backUp, log })]
      : []),
    {
      name: 'waiting-members',
      everyMs: 10 * MINUTE_MS,
      run: () => directory.processWaitingMembers(db),
    },
    { name: 'maintain-keys', everyMs: MINUTE_MS, run: () => ring.maintain() },
    { name: 'forget-spent', everyMs: MINUTE_MS, run: () => credentials.purge(db.reader) },
    {
      name: 'forget-provisioning-log',
      // A run deletes a bounded number of rows, and the log of many accounts may grow by more in ten minutes.
      everyMs: MINUTE_MS,
      async run() {
        await deleteOldEntries(db.reader, clock.now());
        await cutLogs(db, limits.provisioningLogBytes, clock.now());
      },
    },
    {
      name: 'forget-limits',
      everyMs: 10 * MINUTE_MS,
      async run() {
        await forgetRateLimits(db.reader, clock.now());
        await forgetIdempotentAnswers(db.reader, clock.now());
        await quotas.forgetDays(db.reader);
        await signInThrottle.purge();
        await sessions.purge();
        await purgeLinkSessions(db.reader, clock.now());
      },
    },
  ];
}
