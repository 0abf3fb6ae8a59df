import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AppFormItem } from '#forms/app-types.ts';
import { FORMS } from '../../api/forms.ts';
import { Page } from '../../components/page.tsx';
import { ChoiceField } from '../../lists/choice-field.tsx';
import { ListView } from '../../lists/list-view.tsx';
import { SearchField } from '../../lists/search-field.tsx';
import { useList } from '../../lists/use-list.ts';
import { useFormColumns } from './form-columns.tsx';
import { type FormFilters, STATUSES } from './form-filters.ts';

interface FormListProps {
  readonly scope: 'mine' | 'all';
  readonly filters: FormFilters;
  /** Takes the filters as they shall be. */
  readonly onFilter: (filters: FormFilters) => void;
}

/** Forms to read: one's own, or all that one may see. */
export function FormList({ scope, filters, onFilter }: FormListProps) {
  const { t } = useTranslation();
  const list = useList<AppFormItem>(FORMS, { ...filters, scope });
  const columns = useFormColumns();
  const title = t(`forms.${scope}`);
  const isFiltered = Object.values(filters).some((each) => each !== undefined);
  const template = list.items[0]?.template.name ?? t('forms.oneTemplate');
  return (
    <Page title={title} lead={t(`forms.${scope}Lead`)}>
      <Group role="search" aria-label={t('forms.filter')}>
        <SearchField
          label={t('forms.search')}
          value={filters.q ?? ''}
          onSearch={(q) => onFilter({ ...filters, q: q || undefined })}
        />
        <ChoiceField
          label={t('forms.status')}
          value={filters.status}
          choices={STATUSES.map((value) => ({ value, label: t(`forms.statuses.${value}`) }))}
          onChoose={(status) => onFilter({ ...filters, status })}
        />
        {filters.template !== undefined && (
          <Button
            variant="default"
            rightSection={<IconX size={16} aria-hidden />}
            onClick={() => onFilter({ ...filters, template: undefined })}
          >
            {t('forms.onlyTemplate', { name: template })}
          </Button>
        )}
      </Group>
      <ListView
        list={list}
        label={title}
        columns={columns}
        idOf={({ id }) => id}
        empty={
          isFiltered ? (
            <Text>
              {t('forms.nothingFound')}{' '}
              <Anchor component="button" onClick={() => onFilter({})}>
                {t('list.clear')}
              </Anchor>
            </Text>
          ) : (
            <Text>{t('forms.empty')}</Text>
          )
        }
      />
    </Page>
  );
}
