// All routes of the service, and the OpenAPI document that describes them.
import { type AlertSources, administrationEndpoints, findAlerts } from '#administration/index.ts';
import { answerTablesEndpoints, dashboardNameFor } from '#answer-tables/index.ts';
import { assignmentsEndpoints, nameAssignments } from '#assignments/index.ts';
import { attachmentsEndpoints, readDamage } from '#attachments/index.ts';
import { auditEndpoints } from '#audit/index.ts';
import { bulkEndpoints, ownBulkActs } from '#bulk/index.ts';
import { calendarEndpoints } from '#calendar/index.ts';
import type { Settings } from '#config/settings.ts';
import { correctionsEndpoints } from '#corrections/index.ts';
import { exportsEndpoints, ownExports } from '#exports/index.ts';
import type { Viewer } from '#form-basics/index.ts';
import { nameForms } from '#form-records/index.ts';
import { formsEndpoints } from '#forms/index.ts';
import { sessionCookieOf } from '#http/browser.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { readExamples } from '#http/examples.ts';
import { healthEndpoints, type Readiness } from '#http/health-endpoints.ts';
import { type Audience, describeApi } from '#http/openapi.ts';
import { openapiEndpoint } from '#http/openapi-endpoint.ts';
import type { JsonObject } from '#kernel/json.ts';
import { leaversEndpoints } from '#leavers/index.ts';
import { statusReaders } from '#measurements.ts';
import { noticesEndpoints, type Sights } from '#notices/index.ts';
import type { Oauth } from '#oauth/index.ts';
import { pageEndpoints } from '#pages/index.ts';
import { provisioningEndpoints } from '#provisioning/index.ts';
import { publicLinksEndpoints } from '#public-links/index.ts';
import { pushEndpoints } from '#push/index.ts';
import { createForgetPerson, retentionEndpoints } from '#retention/index.ts';
import { copyRules, createFileRules, rulesEndpoints, templatesOfRules } from '#rules/index.ts';
import {
  nameScheduledExports,
  pauseScheduledExport,
  scheduledExportsEndpoints,
} from '#scheduled-exports/index.ts';
import { isStoredIn, scimEndpoints } from '#scim/index.ts';
import { seriesEndpoints } from '#series/index.ts';
import type { Services } from '#services.ts';
import { listsEndpoints } from '#shared-lists/index.ts';
import {
  HELP_WITH_BASIC,
  isBasicOffered,
  isWithoutSecondFactor,
  signInEndpoints,
} from '#sign-in/index.ts';
import { templateFilesEndpoints } from '#template-files/index.ts';
import { templatesEndpoints } from '#templates/index.ts';
import {
  nameWebhooks,
  selectTurnedOff,
  WEBHOOK_MESSAGES,
  webhookEndpoints,
} from '#webhooks/index.ts';

/** Returns every route. A new domain adds a line here. */
export function endpointsOf(
  services: Services,
  oauth: Oauth,
  publicUrl: () => string,
  readiness: () => Promise<Readiness>,
  alertSources: AlertSources = alertSourcesOf(services, () => undefined),
): readonly Endpoint[] {
  const { settings, clock } = services;
  const hasBasic = () => isBasicOffered(settings.security, clock.now());
  const endpoints = [
    ...oauth.endpoints,
    ...formsEndpoints({ ...services, publicUrl }),
    ...assignmentsEndpoints({ ...services, publicUrl }),
    ...templatesEndpoints({ ...services, publicUrl, copyAlong: copyRules(services) }),
    ...templateFilesEndpoints({ ...services, publicUrl, fileRules: createFileRules(services) }),
    ...answerTablesEndpoints({ ...services, publicUrl }),
    ...seriesEndpoints(services),
    ...leaversEndpoints(services),
    ...rulesEndpoints(services),
    ...calendarEndpoints({ ...services, publicUrl }),
    ...noticesEndpoints({
      ...services,
      sights: noticeSightsOf(services, alertSources),
      signedInBy: signedInBy(services),
      pauseScheduledExport: pauseScheduledExport({ ...services, publicUrl }),
    }),
    ...pushEndpoints(services),
    ...correctionsEndpoints({ ...services, publicUrl }),
    ...retentionEndpoints({ ...services, publicUrl }),
    ...attachmentsEndpoints({ ...services, publicUrl }),
    ...exportsEndpoints({ ...services, publicUrl }),
    ...scheduledExportsEndpoints({ ...services, publicUrl }),
    ...listsEndpoints({ ...services, publicUrl }),
    ...bulkEndpoints({ ...services, publicUrl }),
    ...publicLinksEndpoints({ ...services, publicUrl }),
    ...webhookEndpoints({ ...services, publicUrl }),
    ...auditEndpoints({ ...services, publicUrl }),
    ...scimEndpoints({ ...services, publicUrl, basic: hasBasic }),
    ...signInEndpoints({ ...services, publicUrl }),
    ...provisioningEndpoints({ ...services, publicUrl, isStored: isStoredIn(services.types) }),
    ...administrationEndpoints({
      ...services,
      publicUrl,
      alertSources,
      ...statusReaders(services),
      forgetInForms: createForgetPerson(services),
    }),
    ...pageEndpoints(services, { '/pages/basic-authentication': HELP_WITH_BASIC }),
    ...healthEndpoints(readiness),
  ];
  const document = openapiEndpoint(
    (self, basic) =>
      documentOf([...endpoints, self], settings, publicUrl(), {
        basic,
        version: OF_THE_API,
        audience: 'public',
      }),
    hasBasic,
  );
  return [...endpoints, document];
}

/** Returns what people see of the things that their notices are about. */
export const noticeSightsOf = (
  { db: storage, directory, clock }: Services,
  alertSources: AlertSources,
): Sights => ({
  async form(db, viewer, ids) {
    const forms = await nameForms(db, directory, viewer, ids);
    return new Map(forms.filter(({ isDeleted }) => !isDeleted).map((each) => [each.id, each]));
  },
  assignment: (db, viewer, ids) => nameAssignments(db, directory, viewer, ids, clock.now()),
  template: (db, viewer, ids) => templatesOfRules(db, directory, viewer, ids),
  async export(_, viewer, ids) {
    const own = await ownExports({ db: storage, directory }, viewer, ids);
    return new Map(own.map((id) => [id, { isOpen: true }]));
  },
  async 'scheduled-export'(db, viewer, ids) {
    const names = await nameScheduledExports(db, viewer, ids);
    return new Map([...names].map(([id, name]) => [id, { name, isOpen: true }]));
  },
  async bulk(db, viewer, ids) {
    return new Map((await ownBulkActs(db, viewer, ids)).map((id) => [id, { isOpen: true }]));
  },
  async dashboard(db, { accountId, userId }, ids) {
    const names = await Promise.all(
      ids.map(async (id) => {
        const name = await dashboardNameFor(directory, db, { accountId, dashboardId: id, userId });
        return name === undefined ? [] : [[id, { name, isOpen: true }] as const];
      }),
    );
    return new Map(names.flat());
  },
  async alert(db, { accountId, role }, ids) {
    if (role !== 'admin' || ids.length === 0) return new Map();
    const alerts = await findAlerts(alertSources, db, accountId, clock.now());
    return new Map(
      alerts.flatMap(({ id }) => (ids.includes(id) ? [[id, { isOpen: true }] as const] : [])),
    );
  },
  async webhook(db, { accountId, role }, ids) {
    if (role !== 'admin') return new Map();
    const names = await nameWebhooks(db, accountId, ids);
    return new Map([...names].map(([id, name]) => [id, { name, isOpen: true }]));
  },
});

/** Returns who is signed in by cookies. Asking does not prolong the session. */
const signedInBy =
  ({ sessions, db, clock }: Services) =>
  async (cookies: string | undefined): Promise<Viewer | undefined> => {
    const row = await sessions.find(db.reader, sessionCookieOf(cookies));
    if (row === undefined || isWithoutSecondFactor(row, clock.now())) return undefined;
    return { accountId: row.account_id, userId: row.user_id, role: row.role };
  };

/** Returns what admins are alerted to; `certificateEnd` is in milliseconds. */
export const alertSourcesOf = (
  { quotas }: Pick<Services, 'quotas'>,
  certificateEnd: AlertSources['certificateEnd'],
): AlertSources => ({
  webhooks: selectTurnedOff,
  certificateEnd,
  damage: readDamage,
  usage: quotas.usage,
});

/**
 * The version in the document that an instance serves. Anybody may read that, and the version of the program would tell
 * strangers which faults it still has.
 */
const OF_THE_API = '2';

/**
 * Returns the OpenAPI document of the endpoints for these settings.
 * @param about `basic`: whether it describes Basic authentication; `version`: what the document says about itself;
 * `audience`: whose operations it describes
 */
export function documentOf(
  endpoints: readonly Endpoint[],
  { server, limits }: Settings,
  publicUrl: string,
  about: { readonly basic: boolean; readonly version: string; readonly audience: Audience },
): JsonObject {
  return describeApi(endpoints, {
    ...about,
    webhooks: about.audience === 'public' ? WEBHOOK_MESSAGES : {},
    baseUrl: publicUrl,
    authUrl: server.authUrl ?? publicUrl,
    limits,
    examples: readExamples(),
  });
}
