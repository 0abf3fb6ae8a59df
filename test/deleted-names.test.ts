// What was deleted is named on the pages, and no id stands in the place of a name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogItem } from '#provisioning/app-types.ts';
import { log as germanLog } from '#web/locales/de/log.ts';
import { webhooks as germanWebhooks } from '#web/locales/de/webhooks.ts';
import { log } from '#web/locales/en/log.ts';
import { webhooks } from '#web/locales/en/webhooks.ts';
import { whatHappened } from '#web/pages/provisioning/log/sentences.ts';
import { templateText } from '#web/pages/webhooks/template-text.ts';
import { addTexts, showLanguage, texts } from '#web/texts/text-store.ts';

addTexts('en', { ...log, ...webhooks });
addTexts('de', { ...germanLog, ...germanWebhooks });

test('the template of a webhook has its name, also when it was deleted', () => {
  const of = { templateId: '01a2' };
  const said = () => [
    templateText({}, texts.t),
    templateText({ ...of, templateName: 'Visit' }, texts.t),
    templateText({ ...of, templateName: 'Visit', isTemplateDeleted: true }, texts.t),
    templateText({ ...of, isTemplateDeleted: true }, texts.t),
  ];
  showLanguage('en');
  assert.deepEqual(said(), [
    'All templates',
    'Visit',
    'Visit (deleted template)',
    'Deleted template',
  ]);
  showLanguage('de');
  assert.deepEqual(said().slice(2), ['Visit (gelöschte Vorlage)', 'Gelöschte Vorlage']);
});

test('the provisioning log calls a group without a name a group', () => {
  const deletion: LogItem = {
    ...{ id: '1', requestId: '2', at: '2026-11-27T00:00:00Z', ms: 1, ip: '127.0.0.1', dropped: 0 },
    ...{ method: 'DELETE', path: '/scim/v2/Groups/01a2', status: 204, outcome: 'ok' },
    ...{ resourceType: 'Group', resourceId: '01a2' },
  };
  showLanguage('en');
  assert.equal(whatHappened(deletion, texts.t), 'A group was deleted.');
  assert.equal(whatHappened({ ...deletion, resourceName: 'Crew' }, texts.t), 'Crew was deleted.');
});
