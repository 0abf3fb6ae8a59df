// Many forms are approved at once, without remarks. Each keeps its own rules, so that some may be refused: the page then
// says which, and why.
import { Button, Checkbox, Group, List, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { AppFormItem } from '#forms/app-types.ts';
import { type Approved, approveAll, MOST_AT_ONCE } from '#web/api/approve-all.ts';
import { Callout } from '#web/components/callout.tsx';
import { ConsentButton } from '#web/components/consent-button.tsx';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { refusalText } from '#web/components/problem.tsx';
import { useTranslation } from '#web/texts/texts.ts';

export interface Refused {
  readonly form: AppFormItem;
  readonly result: Approved;
}

interface ApproveManyProps {
  readonly items: readonly AppFormItem[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (ids: readonly string[]) => void;
  readonly onRefused: (refused: readonly Refused[]) => void;
}

/** Chooses all forms of the list that is shown, and approves the chosen ones. */
export function ApproveMany({ items, chosen, onChoose, onRefused }: ApproveManyProps) {
  const { t } = useTranslation();
  const forms = items.filter(({ id }) => chosen.has(id)).slice(0, MOST_AT_ONCE);
  const shown = items.slice(0, MOST_AT_ONCE);
  const isAll = forms.length === shown.length;
  return (
    <Group justify="space-between" gap="xs">
      <Checkbox
        label={t('reviews.chooseAll', { count: shown.length })}
        checked={isAll}
        indeterminate={!isAll && forms.length > 0}
        onChange={() => onChoose(isAll ? [] : shown.map(({ id }) => id))}
      />
      {forms.length > 0 && (
        <ConsentButton
          label={t('reviews.approveChosen', { count: forms.length })}
          title={t('reviews.approveTitle', { count: forms.length })}
          verb={t('reviews.approve')}
          act={async () => {
            const results = await approveAll(forms);
            const refused = results.flatMap((result) => {
              const form = forms.find(({ id }) => id === result.id);
              return result.outcome === 'refused' && form ? [{ form, result }] : [];
            });
            onChoose([]);
            onRefused(refused);
            const count = results.length - refused.length;
            if (count > 0) notifications.show({ message: t('reviews.approvedMany', { count }) });
          }}
        >
          <Text>{t('reviews.approveManyLead')}</Text>
        </ConsentButton>
      )}
    </Group>
  );
}

interface RefusedNoteProps {
  readonly refused: readonly Refused[];
  readonly onClose: () => void;
}

/** Says which forms were not approved, and why. */
export function RefusedNote({ refused, onClose }: RefusedNoteProps) {
  const { t } = useTranslation();
  if (refused.length === 0) return undefined;
  return (
    <Callout
      role="status"
      tone="amber"
      icon={IconAlertTriangle}
      title={t('reviews.notApproved', { count: refused.length })}
    >
      <List>
        {refused.map(({ form, result }) => (
          <List.Item key={form.id}>
            <LinkAnchor to="/forms/$id" params={{ id: form.id }}>
              {form.name}
            </LinkAnchor>
            {': '}
            {refusalText(
              { code: result.code ?? '', text: result.message ?? '', members: { ...result } },
              t,
            )}
          </List.Item>
        ))}
      </List>
      <Button mt="xs" size="xs" variant="default" onClick={onClose}>
        {t('reviews.closeNote')}
      </Button>
    </Callout>
  );
}
