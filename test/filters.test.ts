// The pages of a list read, show and save the same filters as the server takes: each is declared once for both interfaces
// and once for the page, and this compares the two.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWERS_FILTER } from '#answer-queries/index.ts';
import { AUDIT_FILTERS } from '#audit/index.ts';
import { FORM_FILTERS, PERSON_FILTERS } from '#form-records/index.ts';
import { SELECTING } from '#forms/index.ts';
import { readAnswerFilter } from '#web/conditions/answer-search.ts';
import { readFormFilters } from '#web/form-lists/form-filters.ts';
import { readAuditFilters } from '#web/pages/audit/audit-filters.ts';
import * as panel from '#web/pages/forms/panel-filters.ts';

const names = (...all: readonly object[]) => all.flatMap((each) => Object.keys(each)).toSorted();

test('the list of forms reads every filter of the server from its address, and no other', () => {
  const ofServer = [...SELECTING, 'deleted'].filter((name) => name !== 'scope');
  assert.deepEqual(names(readFormFilters({})), ofServer.toSorted());
});

test('the panel and the chips show every filter of forms, and name the people of each that has people', () => {
  assert.deepEqual(names(panel.PERSON_FILTERS, panel.CHOICE_FILTERS), names(FORM_FILTERS));
  assert.deepEqual(names(panel.PERSON_FILTERS), names(PERSON_FILTERS));
  const days = SELECTING.filter((name) => /(?:From|To)$/.test(name));
  assert.deepEqual(panel.DAY_FILTERS.toSorted(), days.toSorted());
});

test('the table of answers reads every filter that its exports and bulk actions take', () => {
  assert.deepEqual(names(readAnswerFilter({})), names(ANSWERS_FILTER));
});

test('the page of the audit log reads every filter but the type of a target, which is in its actions', () => {
  assert.deepEqual([...names(readAuditFilters({})), 'targetType'].toSorted(), names(AUDIT_FILTERS));
});
