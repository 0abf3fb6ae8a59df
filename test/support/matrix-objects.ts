// The objects for the routes of the authorisation matrix: one of the account, and one of another account, for each kind
// that occurs in a path.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { createDashboard } from '#answer-tables/dashboards/change-dashboards.ts';
import { NOT_SHARED } from '#answer-tables/views/view.ts';
import { createView } from '#answer-tables/views/write-view.ts';
import { insertAttachment } from '#attachments/attachment.store.ts';
import { insertExport } from '#exports/export.store.ts';
import type { ExportJob } from '#exports/export.ts';
import { fileKey } from '#files/files.ts';
import type { Actor } from '#kernel/actor.ts';
import { makeLink } from '#public-links/make-link.ts';
import { NEW_LINK } from '#public-links/public-link.ts';
import { ALL_RIGHTS } from '#templates/rights/rights.ts';
import type { MatrixRow } from '../authorisation-matrix.ts';
import { FILE_DEFINITION, PNG } from './attachments.ts';
import { makeFinishedBulkAct } from './bulk-acts.ts';
import type { Callers, Credentials } from './callers.ts';
import { isDirect, makeAllDirectly, makeDirectly } from './direct-objects.ts';
import { makeRuleKind } from './inserted-rules.ts';
import { makeSeries } from './inserted-series.ts';
import type { Instance } from './instance.ts';
import { LIST_SHAPE } from './lists.ts';
import { makeDocument } from './made-document.ts';
import { answerFinder, correctionMaker } from './matrix-corrections.ts';
import { reviewedFormMaker } from './matrix-reviews.ts';
import { allowPublicLinks } from './public-links.ts';
import { fresh } from './scim.ts';
import { sendToOneself } from './sent-assignment.ts';

/** An id that no object has. */
export const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057';

const COMMON: Readonly<Record<string, string>> = {
  'GET /scim/v2/Schemas/:id': 'urn:ietf:params:scim:schemas:core:2.0:User',
  'GET /scim/v2/ResourceTypes/:id': 'User',
};

export interface MatrixObjects {
  /** Creates an object for the route's path, in the first account; owned by the caller, if the route requires that. */
  idFor(row: MatrixRow, by: Credentials): Promise<string>;
  /** A published template of the first account, open to everybody. */
  readonly templateId: string;
  /** Returns an object of the other account; undefined if the path contains no id of an account's object. */
  theirs(row: MatrixRow): string | undefined;
}

export async function createMatrixObjects(
  instance: Instance,
  callers: Callers,
): Promise<MatrixObjects> {
  const { db, directory, forms } = instance.services;
  const actor: Actor = { accountId: instance.account.accountId, via: 'command-line' };
  const make = async (kind: 'Users' | 'Groups', token: string): Promise<string> => {
    const body = { [kind === 'Users' ? 'userName' : 'displayName']: fresh() };
    const answer = await instance.request('POST', `/scim/v2/${kind}`, { body, token });
    assert.equal(answer.status, 201, answer.text);
    return String(answer.at('id'));
  };
  /** Creates an object that the web app may change, because no identity provider manages it. */
  const makeLocal = (kind: 'user' | 'group'): Promise<string> =>
    db.transaction(async (tx) => {
      if (kind === 'user') {
        const attributes = { userName: fresh(), active: true };
        return (await directory.createUser(tx, actor, { attributes, origin: 'local' })).id;
      }
      const group = { attributes: { displayName: fresh() }, members: [], origin: 'local' } as const;
      return (await directory.createGroup(tx, actor, group)).group.id;
    });
  /** Creates a template that is open to everybody, with all rights for designers and admins. */
  const makeTemplate = (accountId: string, userId: string, isPublished = true): Promise<string> =>
    db.transaction(async (tx) => {
      const admin = { accountId, userId, role: 'admin', via: 'web' } as const;
      const made = { name: fresh(), definition: FILE_DEFINITION };
      const { id } = await forms.createTemplate(tx, admin, made);
      if (isPublished) await forms.publishTemplate(tx, admin, id);
      await forms.giveRights(tx, admin, id, 'designers', ALL_RIGHTS);
      return id;
    });
  const makeForm = async (
    accountId: string,
    adminId: string,
    by?: Credentials,
  ): Promise<string> => {
    const templateId = await makeTemplate(accountId, adminId);
    return db.transaction(async (tx) => {
      const admin = { accountId, userId: adminId, role: 'admin', via: 'web' } as const;
      const { userId, as } = by ?? {};
      const isPerson = userId !== undefined && as !== undefined && as !== 'nobody' && as !== 'sync';
      const maker = isPerson ? { ...admin, userId, role: as } : admin;
      const answers = { site: 'Dam' };
      return (await forms.createForm(tx, maker, { templateId, answers })).form.id;
    });
  };
  const makeComplete = async (accountId: string, userId: string): Promise<string> => {
    const id = await makeForm(accountId, userId);
    const admin = { accountId, userId, role: 'admin', via: 'web' } as const;
    await db.transaction((tx) => forms.completeUnchecked(tx, admin, id));
    return id;
  };
  /** Attaches a file to a form. Returns the ids of both. */
  const makeAttachment = async (form: string, accountId: string, userId: string) => {
    const { ids, files, clock } = instance.services;
    const id = ids.next();
    const storageKey = fileKey('x', id);
    const stored = await files.put(storageKey, Readable.from([PNG]), { maxBytes: 1000 });
    const file = { field: 'photo', name: 'site.png', type: 'image/png', ...stored, storageKey };
    const row = {
      id,
      formId: form,
      ...file,
      isDamaged: false,
      createdBy: userId,
      createdAt: clock.now(),
    };
    await db.transaction((tx) => insertAttachment(tx, accountId, row));
    return `${form} ${id}`;
  };
  const answerOf = answerFinder(db);
  const makeReviewed = reviewedFormMaker(instance.services);
  const makeCorrection = correctionMaker(instance.services);
  /** Creates a PDF export of a form for the caller. Returns the ids of the form and the export. */
  const makeExport = async (
    form: string,
    accountId: string,
    createdBy: string,
  ): Promise<readonly [string, string]> => {
    const { ids, files, clock } = instance.services;
    const id = ids.next();
    const storageKey = fileKey('x', id);
    const { size } = await files.put(storageKey, Readable.from([PNG]), { maxBytes: 1000 });
    const now = clock.now();
    const job: ExportJob = {
      id,
      accountId,
      kind: 'pdf',
      templateId: undefined,
      formId: form,
      options: { locale: 'en' },
      state: 'done',
      progress: 100,
      written: 1,
      message: undefined,
      problems: [],
      problemCount: 0,
      files: [{ name: 'form.pdf', type: 'application/pdf', size, storageKey }],
      attempts: 1,
      stalled: 0,
      scope: undefined,
      createdBy,
      createdAt: now,
      finishedAt: now,
      expiresAt: now + 86_400_000,
    };
    await db.transaction((tx) => insertExport(tx, job));
    return [form, id];
  };
  /** Waits for an entry, because requests are logged in the background. */
  const entryOf = async (accountId: string): Promise<string> => {
    for (let waited = 0; waited < 20_000; waited += 50) {
      const row = await db.reader
        .selectFrom('provisioning_log')
        .select('id')
        .where('account_id', '=', accountId)
        .limit(1)
        .executeTakeFirst();
      if (row) return row.id;
      await setTimeout(50);
    }
    throw new Error('the provisioning log stays empty');
  };
  const eventOf = async (accountId: string): Promise<string> => {
    const events = db.reader.selectFrom('audit_events').select('id');
    const { id } = await events.where('account_id', '=', accountId).executeTakeFirstOrThrow();
    return id;
  };
  const makeConnection = async (accountId: string): Promise<string> => {
    const account = await instance.services.directory.readAccount(db.reader, accountId);
    const id = `${account?.code}-${instance.services.ids.next()}`;
    const connection = { name: fresh(), issuer: 'https://idp.example', client_id: 'x' };
    await db.reader
      .insertInto('sso_connections')
      .values({
        ...connection,
        account_id: accountId,
        id,
        client_secret: 'x',
        claim: 'sub',
        attribute: 'externalId',
        enabled: 1,
        created_at: 0,
      })
      .execute();
    return id;
  };
  await allowPublicLinks(instance);
  await allowPublicLinks(instance, callers.otherAccountId);
  const makePublicLink = async (accountId: string, userId: string): Promise<string> => {
    const templateId = await makeTemplate(accountId, userId);
    const admin = { accountId, accountCode: 'x', userId, role: 'admin', via: 'web' } as const;
    const link = await db.transaction((tx) =>
      makeLink(instance.services, tx, admin, templateId, { ...NEW_LINK, name: fresh() }),
    );
    return link.id;
  };
  const otherTemplate = await makeTemplate(callers.otherAccountId, callers.otherUserId);
  /** Creates a webhook with a delivery. Returns the ids of both. */
  const makeWebhook = async (accountId: string): Promise<string> => {
    const { ids } = instance.services;
    const [id, delivery] = [ids.next(), `msg_${ids.next()}`];
    const unset = { template_id: null, description: null, failing_since: null };
    const on = { state: 'active', disabled_reason: null, disabled_at: null } as const;
    const secrets = { secret: 'x', previous_secret: null, previous_until: null };
    const made = { created_by: accountId, created_at: 0 };
    const target = { target_url: 'https://hooks.invalid/', event_types: '["form.reopened"]' };
    await db.reader
      .insertInto('webhooks')
      .values({ account_id: accountId, id, ...target, ...unset, ...on, ...secrets, ...made })
      .execute();
    // Of now: a job deletes old ones every minute.
    const at = instance.clock.now();
    const event = { type: 'webhook.test', at, data: '{}', attempts: 1, next_at: null };
    await db.reader
      .insertInto('webhook_deliveries')
      .values({ account_id: accountId, id: delivery, webhook_id: id, state: 'delivered', ...event })
      .execute();
    return `${id} ${delivery}`;
  };
  /** Creates a view of a user that is not shared. */
  const makeView = (accountId: string, userId: string): Promise<string> =>
    db.transaction(async (tx) => {
      const by = { accountId, userId, role: 'member', via: 'web' } as const;
      const made = { name: fresh(), list: 'mine', state: {}, sharing: NOT_SHARED } as const;
      return (await createView(instance.services, tx, by, made)).id;
    });
  /** Creates a list with a row that everyone may use and designers may manage. */
  const makeList = (accountId: string, userId: string): Promise<string> =>
    db.transaction(async (tx) => {
      const admin = { accountId, userId, role: 'admin', via: 'web' } as const;
      const { lists } = instance.services;
      const grants = [
        { type: 'Role', id: 'everyone', manage: false },
        { type: 'Role', id: 'designers', manage: true },
      ] as const;
      const { id } = await lists.createList(tx, admin, { name: fresh(), ...LIST_SHAPE, grants });
      const rows = [{ code: 'D7', title: 'Dam 7' }];
      await lists.writeRows(tx, admin, id, { rows, deactivate: [] });
      return id;
    });
  const makeDashboard = (accountId: string, userId: string): Promise<string> =>
    db.transaction(async (tx) => {
      const by = { accountId, userId, role: 'member', via: 'web' } as const;
      const input = { name: fresh(), groupIds: [], tiles: [] };
      return (await createDashboard(instance.services)(tx, by, input)).id;
    });
  const makeAssignment = async (accountId: string, adminId: string, by?: Credentials) =>
    sendToOneself(instance, accountId, await makeTemplate(accountId, adminId), adminId, by);
  const makeBulkAct = (accountId: string, userId: string): Promise<string> =>
    makeFinishedBulkAct(instance.services, accountId, userId, NOBODY);
  const theirWebhook = await makeWebhook(callers.otherAccountId);
  const theirExport = await makeExport(
    await makeForm(callers.otherAccountId, callers.otherUserId),
    callers.otherAccountId,
    callers.otherUserId,
  );
  const theirForm = await makeForm(callers.otherAccountId, callers.otherUserId);
  const other = { accountId: callers.otherAccountId, userId: callers.otherUserId };
  const theirs = {
    export: theirExport.join(' '),
    job: theirExport[1],
    'job-file': `${theirExport[1]} 0`,
    user: await make('Users', callers.otherAdmin),
    group: await make('Groups', callers.otherAdmin),
    form: theirForm,
    completed: await makeComplete(callers.otherAccountId, callers.otherUserId),
    reviewed: await makeReviewed(callers.otherAccountId, callers.otherUserId),
    template: otherTemplate,
    draft: await makeTemplate(callers.otherAccountId, callers.otherUserId, false),
    version: `${otherTemplate} 1`,
    grant: `${otherTemplate} everyone`,
    document: await makeDocument(instance, { ...other, role: 'admin', via: 'web' }, otherTemplate),
    attachment: await makeAttachment(theirForm, callers.otherAccountId, callers.otherUserId),
    answer: await answerOf(theirForm),
    correction: await makeCorrection(theirForm, callers.otherAccountId, callers.otherUserId),
    session: callers.otherSession,
    ...(await makeAllDirectly(instance, other)),
    credential: callers.otherClientId,
    secret: `${callers.otherClientId} ${NOBODY}`,
    token: callers.otherClientId,
    entry: await entryOf(callers.otherAccountId),
    event: await eventOf(callers.otherAccountId),
    connection: await makeConnection(callers.otherAccountId),
    webhook: firstOf(theirWebhook),
    list: await makeList(callers.otherAccountId, callers.otherUserId),
    view: await makeView(callers.otherAccountId, callers.otherUserId),
    delivery: theirWebhook,
    assignment: await makeAssignment(callers.otherAccountId, callers.otherUserId),
    series: await makeSeries(instance, callers.otherAccountId, otherTemplate, callers.otherUserId),
    rule: await makeRuleKind('rule', instance, callers.otherAccountId, otherTemplate),
    'rule-run': await makeRuleKind('rule-run', instance, callers.otherAccountId, otherTemplate),
    'bulk-act': await makeBulkAct(callers.otherAccountId, callers.otherUserId),
    dashboard: await makeDashboard(callers.otherAccountId, callers.otherUserId),
    link: await makePublicLink(callers.otherAccountId, callers.otherUserId),
  };
  const admin = await instance.adminToken();
  await make('Users', admin);
  const makeSubject = (kind: 'user' | 'group', route: string): Promise<string> =>
    route.includes(' /app/') ? makeLocal(kind) : make(kind === 'user' ? 'Users' : 'Groups', admin);
  return {
    templateId: await makeTemplate(instance.account.accountId, instance.account.userId),
    theirs: ({ id }) => (id === undefined || id === 'common' ? undefined : theirs[id]),
    async idFor({ id, route }, by) {
      const { accountId, userId } = instance.account;
      const owner = by.userId ?? userId;
      switch (id) {
        case 'user':
        case 'group':
          return makeSubject(id, route);
        case 'reviewed':
          return makeReviewed(accountId, userId);
        case 'completed':
          return makeComplete(accountId, userId);
        case 'form':
          return makeForm(accountId, userId, by);
        case 'template':
          return makeTemplate(accountId, userId);
        case 'draft':
          return makeTemplate(accountId, userId, false);
        case 'version':
          return `${await makeTemplate(accountId, userId)} 1`;
        case 'grant':
          return `${await makeTemplate(accountId, userId)} everyone`;
        case 'document': {
          const admin = { accountId, userId, role: 'admin', via: 'web' } as const;
          return makeDocument(instance, admin, await makeTemplate(accountId, userId));
        }
        case 'answer':
          return answerOf(await makeForm(accountId, userId, by));
        case 'correction':
          return makeCorrection(await makeForm(accountId, userId, by), accountId, userId);
        case 'attachment':
          return makeAttachment(await makeForm(accountId, userId, by), accountId, userId);
        case 'export':
        case 'job':
        case 'job-file': {
          const form = await makeForm(accountId, userId, by);
          const [exported, job] = await makeExport(form, accountId, owner);
          return { export: `${exported} ${job}`, job, 'job-file': `${job} 0` }[id];
        }
        case 'session':
          return callers.sessionOf(by);
        case 'credential':
          return (await callers.newClient()).credentialId;
        case 'secret': {
          const { credentialId, secretId } = await callers.newClient();
          return `${credentialId} ${secretId}`;
        }
        case 'token':
          return callers.newProvisioning();
        case 'entry':
          return entryOf(accountId);
        case 'connection':
          return makeConnection(accountId);
        case 'webhook':
          return firstOf(await makeWebhook(accountId));
        case 'view':
          return makeView(accountId, owner);
        case 'list':
          return makeList(accountId, userId);
        case 'delivery':
          return makeWebhook(accountId);
        case 'event':
          return eventOf(accountId);
        case 'assignment':
          return makeAssignment(accountId, userId, by);
        case 'series':
          return makeSeries(instance, accountId, await makeTemplate(accountId, userId), owner);
        case 'rule':
        case 'rule-run':
          return makeRuleKind(id, instance, accountId, await makeTemplate(accountId, userId));
        case 'bulk-act':
          return makeBulkAct(accountId, owner);
        case 'dashboard':
          return makeDashboard(accountId, owner);
        case 'link':
          return makePublicLink(accountId, userId);
        default:
          if (isDirect(id)) return makeDirectly(id, instance, { accountId, userId: owner });
          return COMMON[route] ?? NOBODY;
      }
    },
  };
}

const firstOf = (ids: string): string => ids.split(' ')[0] ?? '';
