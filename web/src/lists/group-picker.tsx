import { ASSIGNEES } from '#web/api/forms.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { SearchSelect } from './search-select.tsx';

/** The part of a group that everybody who assigns something may see. */
export interface PickedGroup {
  readonly id: string;
  readonly name: string;
}

interface GroupPickerProps {
  readonly label: string;
  /** The ids of groups that are chosen already and not offered again. */
  readonly without: readonly string[];
  readonly onPick: (group: PickedGroup) => void;
}

const GROUPS_ONLY = { type: 'Group' } as const;

/** Chooses one group of any number, and is then empty for the next choice. */
export function GroupPicker({ label, without, onPick }: GroupPickerProps) {
  const { t } = useTranslation();
  return (
    <SearchSelect<PickedGroup>
      label={label}
      path={ASSIGNEES}
      filters={GROUPS_ONLY}
      nameOf={({ name }) => name}
      nothing={t('groupPicker.nobody')}
      placeholder={t('groupPicker.placeholder')}
      value=""
      without={without}
      onChange={(group) => group !== undefined && onPick(group)}
      comboboxProps={{ withinPortal: true }}
    />
  );
}
