import { useQuery } from '@tanstack/react-query';
import { ssoConnectionsQuery } from '#web/api/account.ts';
import { anAssignmentQuery } from '#web/api/audit.ts';
import { aCredentialQuery } from '#web/api/credentials.ts';
import { provisioningQuery } from '#web/api/provisioning.ts';
import { aTemplateQuery, newestFormsQuery } from '#web/api/set-up.ts';
import type { ChecklistItem } from '#web/components/checklist.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/**
 * Returns the first steps of an organisation, for admins; undefined until it is known which ones are done. A step whose
 * state cannot be read is left out.
 */
export function useSetUpSteps(): readonly ChecklistItem[] | undefined {
  const { t } = useTranslation();
  const provisioning = useQuery(provisioningQuery);
  const sso = useQuery(ssoConnectionsQuery);
  const template = useQuery(aTemplateQuery);
  const assignment = useQuery(anAssignmentQuery);
  const forms = useQuery(newestFormsQuery);
  const credentials = useQuery(aCredentialQuery);
  const all = [provisioning, sso, template, assignment, forms, credentials];
  if (!all.every(({ isPending, failureCount }) => !isPending || failureCount > 0)) return undefined;
  const isConnected =
    provisioning.data &&
    sso.data &&
    (sso.data.items.length > 0 || provisioning.data.health.lastSuccessAt !== undefined);
  // A form may be assigned to a group when it is created. The audit log does not tell that from creating one for
  // oneself, so the forms are checked too.
  const isAssigned =
    assignment.data &&
    forms.data &&
    (assignment.data.items.length > 0 ||
      forms.data.items.some(({ assignee }) => assignee.type === 'Group'));
  const step = (
    id: 'provider' | 'template' | 'assign' | 'credential',
    link: ChecklistItem['link'],
    isDone: boolean | undefined,
  ): readonly ChecklistItem[] =>
    isDone === undefined
      ? []
      : [{ id, label: t(`home.${id}`), hint: t(`home.${id}Hint`), link, isDone }];
  return [
    ...step('provider', { to: '/settings/provisioning', search: { tab: 'connect' } }, isConnected),
    ...step('template', { to: '/templates' }, template.data && template.data.items.length > 0),
    ...step('assign', { to: '/forms/new' }, isAssigned),
    ...step(
      'credential',
      { to: '/settings/credentials' },
      credentials.data && credentials.data.items.length > 0,
    ),
  ];
}
