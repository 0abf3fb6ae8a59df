import type { SelectProps } from '@mantine/core';
import type { ListedUser } from '#administration/app-types.ts';
import { USERS } from '#web/api/users.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { SearchSelect } from './search-select.tsx';

interface UserPickerProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  /** The user's id; empty for nobody. */
  readonly value?: string;
  readonly onChange: (userId: string) => void;
}

/** Chooses one active user of any number. */
export function UserPicker({ value = '', onChange, ...field }: UserPickerProps) {
  const { t } = useTranslation();
  return (
    <SearchSelect<ListedUser>
      path={USERS}
      filters={{ active: true }}
      nameOf={nameOf}
      nothing={t('userPicker.nobody')}
      placeholder={t('userPicker.placeholder')}
      value={value}
      onChange={(user) => onChange(user?.id ?? '')}
      comboboxProps={{ withinPortal: false }}
      {...field}
    />
  );
}

const nameOf = ({ displayName, userName }: ListedUser): string =>
  displayName === undefined || displayName === userName ? userName : `${displayName} (${userName})`;
