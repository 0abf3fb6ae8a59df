import type { Migration } from '#db/migration.ts';
import { createAccounts, createUniqueValues } from './initial/accounts.ts';
import { createAudit } from './initial/audit.ts';
import { createCredentials } from './initial/credentials.ts';
import { createFiles } from './initial/files.ts';
import { createForms } from './initial/forms.ts';
import { createGroups } from './initial/groups.ts';
import { createNotices } from './initial/notices.ts';
import { createProvisioning } from './initial/provisioning.ts';
import { createSearch } from './initial/search.ts';
import { createService } from './initial/service.ts';
import { createSessions } from './initial/sessions.ts';
import { shapeOf } from './initial/table.ts';
import { createTemplates } from './initial/templates.ts';
import { createUsers } from './initial/users.ts';
import { createWebhooks } from './initial/webhooks.ts';

/** The whole schema of the first version, one file for each domain. */
export const initial: Migration = {
  name: '20261124-initial',
  oldestBeside: '0.1.0',
  async up(tx) {
    const shape = shapeOf(tx);
    await createService(tx, shape);
    await createAccounts(tx, shape);
    await createUsers(tx, shape);
    await createGroups(tx, shape);
    await createUniqueValues(tx, shape);
    await createSessions(tx, shape);
    await createCredentials(tx, shape);
    await createProvisioning(tx, shape);
    await createAudit(tx, shape);
    await createTemplates(tx, shape);
    await createForms(tx, shape);
    await createFiles(tx, shape);
    await createWebhooks(tx, shape);
    await createNotices(tx, shape);
    await createSearch(tx, shape);
  },
};
