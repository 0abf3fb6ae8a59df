// Another organisation, with one of each kind whose id is in a path under /v2.
import assert from 'node:assert/strict';
import { createDashboard } from '#answer-tables/dashboards/change-dashboards.ts';
import { NOT_SHARED } from '#answer-tables/views/view.ts';
import { createView } from '#answer-tables/views/write-view.ts';
import { sendAssignment } from '#assignments/send-assignment.ts';
import { makeLink } from '#public-links/make-link.ts';
import { NEW_LINK } from '#public-links/public-link.ts';
import { makeFinishedBulkAct } from './bulk-acts.ts';
import { DEFINITION } from './forms.ts';
import { makeRuleKind } from './inserted-rules.ts';
import { insertSchedule } from './inserted-schedule.ts';
import { makeSeries } from './inserted-series.ts';
import { LIST_SHAPE } from './lists.ts';
import { allowPublicLinks } from './public-links.ts';
import { waitUntil } from './wait-until.ts';
import type { Witness } from './witness.ts';

/** Ids of the other organisation. */
export interface Theirs {
  readonly user: string;
  readonly group: string;
  readonly template: string;
  readonly form: string;
  readonly assignment: string;
  readonly list: string;
  readonly link: string;
  readonly webhook: string;
  readonly credential: string;
  readonly series: string;
  readonly schedule: string;
  readonly rule: string;
  readonly ruleRun: string;
  readonly export: string;
  readonly bulkAct: string;
  readonly dashboard: string;
  readonly view: string;
}

/** Makes another organisation with one of each. */
export async function addOtherOrganisation({ instance, send }: Witness): Promise<Theirs> {
  const { db, forms } = instance.services;
  const { accountId, accountCode, userId, ...secret } = await instance.addAccount('Theirs');
  await allowPublicLinks(instance, accountId);
  const token = await instance.token(secret.clientId, secret.clientSecret);
  const made = async (path: string, body: object) => {
    const answer = await send('POST', `/scim/v2${path}`, { token, body });
    assert.equal(answer.status, 201, answer.text);
    return String(answer.at('id'));
  };
  const user = await made('/Users', { userName: 'theirs', displayName: 'Theirs' });
  const group = await made('/Groups', { displayName: 'Theirs', members: [{ value: user }] });
  const subscribed = await send('POST', '/v2/webhooks', {
    token,
    body: { eventType: 'form.reopened', targetUrl: 'https://hooks.invalid/' },
  });
  const webhook = String(subscribed.at('id'));
  const admin = { accountId, accountCode, userId, role: 'admin', via: 'api' } as const;
  const owned = await db.transaction(async (tx) => {
    const name = 'Theirs';
    const { id: template } = await forms.createTemplate(tx, admin, {
      name,
      definition: DEFINITION,
    });
    await forms.publishTemplate(tx, admin, template);
    const { form } = await forms.createForm(tx, admin, { templateId: template });
    const list = await instance.services.lists.createList(tx, admin, { name, ...LIST_SHAPE });
    const link = await makeLink(instance.services, tx, admin, template, { ...NEW_LINK, name });
    const credential = secret.clientId;
    const order = { templateId: template, assignee: { type: 'User', id: userId } } as const;
    const sent = await sendAssignment(instance.services)(tx, admin, order);
    const assignment = sent.assignments[0]?.id ?? assert.fail();
    const input = { name, groupIds: [], tiles: [] };
    const dashboard = (await createDashboard(instance.services)(tx, admin, input)).id;
    const saved = { name, list: 'mine', state: {}, sharing: NOT_SHARED } as const;
    const view = (await createView(instance.services, tx, admin, saved)).id;
    const made = { form: form.id, assignment, list: list.id, link: link.id, webhook, credential };
    return { user, group, template, dashboard, view, ...made };
  });
  const series = await makeSeries(instance, accountId, owned.template, userId);
  const bulkAct = await makeFinishedBulkAct(instance.services, accountId, userId, owned.form);
  const begun = await send('POST', '/v2/exports', {
    token,
    body: { kind: 'json', templateId: owned.template },
  });
  const path = `/v2/exports/${begun.at('id')}`;
  await waitUntil(async () => (await send('GET', path, { token })).at('state') === 'done');
  const rule = await makeRuleKind('rule', instance, accountId, owned.template);
  const ruleRun = await makeRuleKind('rule-run', instance, accountId, owned.template);
  const schedule = await insertSchedule(instance, accountId, userId);
  return { ...owned, series, bulkAct, schedule, rule, ruleRun, export: String(begun.at('id')) };
}
