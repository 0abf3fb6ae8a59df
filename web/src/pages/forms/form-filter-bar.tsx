import { Button, NativeSelect } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { type FormFilters, readFormFilters, STATUSES } from '#web/form-lists/form-filters.ts';
import { ChoiceField } from '#web/lists/choice-field.tsx';
import { FilterBar } from '#web/lists/filter-bar.tsx';
import { SearchField } from '#web/lists/search-field.tsx';
import { loadTexts } from '#web/texts/i18n.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { viewStateOf } from '#web/views/view-state.ts';
import { ViewsButton } from '#web/views/views-button.tsx';
import { countFilters, hasMore } from './narrowing.ts';
import type { FilterNames } from './panel-filters.ts';
import { TemplateField } from './template-field.tsx';

// Most people only search; what narrows a list of thousands is loaded when somebody asks for it.
const MoreFilters = lazy(async () => {
  const [module] = await Promise.all([import('./more-filters.tsx'), loadTexts(['templates'])]);
  return { default: module.MoreFilters };
});
const FilterChips = lazy(async () => {
  const [module] = await Promise.all([import('./filter-chips.tsx'), loadTexts(['templates'])]);
  return { default: module.FilterChips };
});

interface FormFilterBarProps {
  readonly scope: 'mine' | 'all';
  readonly filters: FormFilters;
  readonly names: FilterNames;
  readonly mayRestore: boolean;
  /** What else can be done with the list. */
  readonly more: ReactNode;
  /** Called with all filters, changed and unchanged ones. */
  readonly onFilter: (filters: FormFilters) => void;
}

/** The search and the filters of a list of forms. */
export function FormFilterBar(props: FormFilterBarProps) {
  const { scope, filters, names, mayRestore, more, onFilter } = props;
  const { deleted, overdue, ...live } = filters;
  const { t } = useTranslation();
  const [isOpen, { toggle }] = useDisclosure(false);
  const isLive = deleted !== true;
  const change = (changed: FormFilters) => onFilter({ ...filters, ...changed });
  return (
    <>
      <FilterBar
        label={t('forms.filter')}
        count={countFilters(filters)}
        more={more}
        search={
          isLive && (
            <SearchField
              label={t('forms.search')}
              value={filters.q ?? ''}
              onSearch={(q) => change({ q: q || undefined })}
            />
          )
        }
      >
        {isLive && (
          <>
            <ChoiceField
              label={t('forms.status')}
              value={filters.status}
              choices={STATUSES.map((value) => ({ value, label: t(`forms.statuses.${value}`) }))}
              onChoose={(status) => change({ status })}
            />
            <TemplateField
              value={filters.template}
              name={names.template}
              // Conditions on answers are those of one template.
              onChoose={(template) => change({ template, where: undefined })}
            />
          </>
        )}
        {mayRestore && (
          <NativeSelect
            aria-label={t('forms.kind')}
            value={filters.deleted ? 'deleted' : ''}
            onChange={({ currentTarget }) =>
              // Deleted forms are all in one list, without other filters.
              onFilter(currentTarget.value === 'deleted' ? { deleted: true } : {})
            }
            data={[
              { value: '', label: t('forms.notDeleted') },
              { value: 'deleted', label: t('forms.deletedOnly') },
            ]}
          />
        )}
        {isLive && (
          <Button
            variant="default"
            leftSection={<IconFilter size={16} aria-hidden />}
            aria-expanded={isOpen}
            onClick={toggle}
          >
            {t('forms.moreFilters')}
          </Button>
        )}
        {isLive && (
          <ViewsButton
            page={{ list: scope }}
            state={viewStateOf({ ...live, ...(overdue && { overdue: 'true' }) })}
            onOpen={(state) => onFilter(readFormFilters(state))}
          />
        )}
      </FilterBar>
      {isLive && isOpen && (
        <Suspense>
          <MoreFilters filters={filters} names={names} onFilter={change} />
        </Suspense>
      )}
      {isLive && hasMore(filters) && (
        <Suspense>
          <FilterChips filters={filters} names={names} onFilter={change} />
        </Suspense>
      )}
    </>
  );
}
