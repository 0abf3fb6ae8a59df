import { Button, Group } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { AuditEntry } from '#administration/app-types.ts';
import { ChoiceField } from '#web/lists/choice-field.tsx';
import { DayField } from '#web/lists/day-field.tsx';
import { FilterBar } from '#web/lists/filter-bar.tsx';
import { UserPicker } from '#web/lists/user-picker.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { ABOUTS, type AuditFilters, RESULTS } from './audit-filters.ts';
import { actionText } from './words.ts';

interface AuditSearchProps {
  readonly filters: AuditFilters;
  /** The events of the list: they hold the names for ids in the URL. */
  readonly found: readonly AuditEntry[];
  readonly onFilter: (change: AuditFilters) => void;
}

/** The filters of the audit log. */
export function AuditSearch({ filters, found, onFilter }: AuditSearchProps) {
  const { t } = useTranslation();
  const { action } = filters;
  const about = ABOUTS.find((each) => action === `${each}.`);
  const isOneAction = action !== undefined && about === undefined;
  const isNarrowed = isOneAction || ONLY.some((key) => filters[key] !== undefined);
  return (
    <>
      <FilterBar label={t('audit.filter')} count={COUNTED.filter((key) => filters[key]).length}>
        <ChoiceField
          label={t('audit.about')}
          value={about}
          choices={ABOUTS.map((value) => ({ value, label: t(`audit.abouts.${value}`) }))}
          onChoose={(noun) => onFilter({ action: noun && `${noun}.` })}
        />
        <ChoiceField
          label={t('audit.result')}
          value={filters.result}
          choices={RESULTS.map((value) => ({ value, label: t(`audit.results.${value}`) }))}
          onChoose={(result) => onFilter({ result })}
        />
        <DayField
          label={t('audit.from')}
          value={filters.from}
          onChoose={(from) => onFilter({ from })}
        />
        <DayField label={t('audit.to')} value={filters.to} onChoose={(to) => onFilter({ to })} />
        <UserPicker
          aria-label={t('audit.who')}
          placeholder={t('audit.who')}
          w="10.5rem"
          value={filters.userId ?? ''}
          onChange={(userId) => onFilter({ userId: userId || undefined })}
        />
      </FilterBar>
      <Group gap="xs" display={isNarrowed ? undefined : 'none'}>
        {isOneAction && (
          <Lift text={actionText(action, t)} onLift={() => onFilter({ action: undefined })} />
        )}
        {ONLY.map((key) => {
          const id = filters[key];
          if (id === undefined) return undefined;
          const text = t(`audit.only.${key}`, { name: nameIn(found, key, id) ?? id });
          return <Lift key={key} text={text} onLift={() => onFilter({ [key]: undefined })} />;
        })}
      </Group>
    </>
  );
}

/** The filters that have a field. */
const COUNTED = ['action', 'result', 'from', 'to', 'userId'] as const;
const ONLY = ['userId', 'credentialId', 'targetId', 'ip'] as const;

function nameIn(
  found: readonly AuditEntry[],
  key: (typeof ONLY)[number],
  id: string,
): string | undefined {
  if (key === 'ip') return undefined;
  const part = { userId: 'user', credentialId: 'credential', targetId: 'target' } as const;
  return found.map((entry) => entry[part[key]]).find((each) => each?.id === id)?.name;
}

/** A button that removes a filter. */
function Lift({ text, onLift }: { readonly text: string; readonly onLift: () => void }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      size="xs"
      rightSection={<IconX size={14} aria-hidden />}
      aria-label={t('audit.lift', { filter: text })}
      onClick={onLift}
    >
      {text}
    </Button>
  );
}
