// The lists, filters and orders that cost more than an index in an account with a million rows. test/flows/list-plans.test.ts
// reads the plan of every list, and fails for a cost that is missing here, and for a line that is no longer true: the table
// may only shrink. Do not add a line for a new filter: give it an index.
//
//   route       a * is every list; without /v2 or /app/v1 in front, it is the list of both
//   parameters  a - is the list without any
//   cost        walks: no index answers the filter, which looks at each row that the list has without it
//               sorts: more rows than a page are sorted
//               reads all: all rows of the account, without a limit
//               scans: all rows of the table

const TABLE = `
  *                                       -                                                    sorts templates + template_grants  compares all templates with those that the person may see
  /v2/formz                               filter, place                                        walks forms                        compares dates in the order of the list; no index has places; a deadline stops it
  /v2/formz                               filter, place                                        reads all forms                    counts all matches for X-Total-Count; a deadline stops it
  /v2/formz                               createdFrom, createdTo, name                         sorts forms                        by the last update, at most 1,000; a page of more is looked for in the order of the list
  /app/v1/forms                           place                                                walks forms                        as /v2
  /app/v1/forms                           createdFrom, createdTo                               sorts forms                        as /v2
  /v2/templates/:id/formz                 filter, place                                        walks forms                        as /v2/formz
  /v2/templates/:id/formz                 createdFrom, createdTo, name                         sorts forms                        as /v2/formz
  /v2/templates/:id/answers               filter, place                                        walks forms                        as /v2/formz
  /v2/templates/:id/answers               createdFrom, createdTo, name                         sorts forms                        as /v2/formz
  /app/v1/templates/:id/answers           status, createdFrom, createdTo                       walks forms                        as the forms of a template
  /app/v1/templates/:id/answers/rows      status, createdFrom, createdTo                       walks forms                        as the forms of a template
  /v2/templates/:id/summary               where                                                walks answer_values                reads at most the budget of a summary
  /v2/templates/:id/summary               -                                                    sorts answer_values                sorts the different answers, by how often they were given
  /v2/templates/:id/summary               -                                                    sorts forms                        finds the newest answers among forms that the person may see
  /app/v1/templates/:id/summary           where                                                walks answer_values                as /v2
  /app/v1/templates/:id/summary           -                                                    sorts answer_values                as /v2
  /app/v1/templates/:id/summary           -                                                    sorts forms                        as /v2
  /v2/templates                           -                                                    reads all templates                counts all that the user may see for X-Total-Count
  /app/v1/templates                       status, usable                                       walks templates                    no index has them
  /app/v1/users                           active, origin, role                                 walks users                        the index of names has none of them; a deadline stops it
  /app/v1/users                           namesakes                                            sorts users                        only those whose names look alike, of which there are few
  /app/v1/former-users                    q                                                    walks former_users                 looks for a part of the name, which no index answers
  /app/v1/groups                          origin                                               walks groups                       the index of names does not have it; a deadline stops it
  /app/v1/groups                          namesakes                                            sorts groups                       only those whose names look alike, of which there are few
  /app/v1/groups                          namesakes                                            walks groups                       false is the same list, under a deadline
  /app/v1/credentials                     actsAs                                               walks credentials                  in the order of the ids, although an index has the user
  /v2/webhooks                            entityId                                             walks webhooks                     no index; an account has a limit of webhooks
  /dashboards                             q                                                    walks dashboards                   looks for a part of the name, which no index answers
  /app/v1/lists                           q                                                    walks lists                        looks for a part of the name, which no index answers
  /views                                  template                                             walks saved_views                  no index has it, for views that others share
  /views                                  -                                                    sorts saved_views                  the index of owners does not have the name
  /v2/lists/:id/rows                      q, column                                            sorts list_words                   by the label, which the index of words does not have
  /app/v1/lists/:id/rows                  q, column                                            sorts list_words                   as /v2
  /v2/audit-events                        -                                                    sorts audit_events                 only a page, and events of the same millisecond
  /v2/audit-events                        result, targetType                                   walks audit_events                 no index has them; a deadline stops it
  /app/v1/audit-events                    -                                                    sorts audit_events                 as /v2
  /app/v1/audit-events                    result, targetType                                   walks audit_events                 as /v2
  /app/v1/provisioning/log                method, resource, status                             walks provisioning_log             no index has them; a deadline stops it
  /app/v1/provisioning/log                since, until                                         sorts provisioning_log             by id, although the index has the time
  /app/v1/sso-connections/:id/duplicates  -                                                    sorts users                        only those of one page
`;

export interface CostlyList {
  readonly route: string;
  readonly parameters: readonly string[];
  readonly cost: string;
  readonly reason: string;
}

export const COSTLY_LISTS: readonly CostlyList[] = TABLE.split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => {
    const [route, parameters, cost, reason] = line.trim().split(/\s{2,}/);
    if (!route || !parameters || !cost || !reason) throw new Error(`Four columns, please: ${line}`);
    return { parameters: parameters.split(', '), cost, reason, route };
  })
  .flatMap((line) =>
    /^(?:\*|\/v2\/|\/app\/)/.test(line.route)
      ? [line]
      : ['/v2', '/app/v1'].map((door) => ({ ...line, route: door + line.route })),
  );

/** Reads that find few rows in any account: a table, and the condition that its index answers. */
export const FEW_ROWS: ReadonlyMap<string, string> = new Map([
  ['memberships member_id=?', 'the groups of one member'],
  ['template_groups template_id=?', 'the groups of one template'],
  ['template_grants template_id=?', 'the rights on one template'],
  ['list_grants list_id=?', 'the rights on one shared list'],
  ['dashboard_groups dashboard_id=?', 'the groups of one dashboard'],
  ['saved_view_groups group_id=?', 'the views shared with one group'],
  ['answer_values form_id=?', 'the answers of one form'],
  ['audit_events audit_events_unlinked', 'the audit events of the last seconds'],
  ['users external_id=?', 'the people with the same id of an identity provider'],
  ['secrets credential_id=?', 'the secrets of one credential'],
  ['forms created_by=?', 'the forms of one person'],
  ['assignments assignee_id=?', 'the work of one person or group'],
  ['series assignee_id=?', 'the series for one person or group'],
  ['series sent_by=?', 'the series that one person sends'],
  ['scheduled_export_runs schedule_id=?', 'what became of the dates of one scheduled export'],
  ['counters name=?', 'the 16 rows of one total'],
  ['form_count_changes account_id=?', 'the writes of the last seconds, until they are added up'],
  ['form_counts span=?', 'a row for each day in which forms were created'],
  ['forms assignee_id=?', 'the forms that are assigned to one person or group'],
]);
