import { Button, NativeSelect } from '@mantine/core';
import { IconForms, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { AppFormItem } from '#forms/app-types.ts';
import { FORMS } from '../../api/forms.ts';
import { useSession } from '../../api/session.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { ChoiceField } from '../../lists/choice-field.tsx';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { ListView } from '../../lists/list-view.tsx';
import { NothingFound } from '../../lists/nothing-found.tsx';
import { SearchField } from '../../lists/search-field.tsx';
import { useList } from '../../lists/use-list.ts';
import { useIsOnline } from '../../offline/use-is-online.ts';
import { useTranslation } from '../../texts.ts';
import { CutOff } from './cut-off.tsx';
import { useFormColumns } from './form-columns.tsx';
import { type FormFilters, STATUSES } from './form-filters.ts';
import { TemplateField } from './template-field.tsx';
import { WaitingHere } from './waiting-here.tsx';

interface FormListProps {
  readonly scope: 'mine' | 'all';
  readonly filters: FormFilters;
  /** Called with all filters, changed and unchanged ones. */
  readonly onFilter: (filters: FormFilters) => void;
}

/** A list of forms: the person's own, or all that they may see. */
export function FormList({ scope, filters, onFilter }: FormListProps) {
  const { t } = useTranslation();
  const list = useList<AppFormItem>(
    FORMS,
    filters.deleted ? { deleted: true } : { ...filters, scope },
  );
  const columns = useFormColumns(filters.deleted);
  const isOnline = useIsOnline();
  // The list of the server cannot be loaded, so the forms on this device are shown instead.
  const isCutOff = scope === 'mine' && (!isOnline || list.isCutOff);
  const title = t(`forms.${scope}`);
  const { deleted, ...others } = filters;
  const isFiltered = Object.values(others).some((each) => each !== undefined);
  const mayRestore = useSession().user.role !== 'member' && scope === 'all';
  return (
    <Page
      title={title}
      actions={
        <Button component={Link} to="/forms/new" leftSection={<IconPlus size={16} aria-hidden />}>
          {t('forms.new')}
        </Button>
      }
    >
      {isCutOff ? (
        <CutOff onRetry={list.retry} />
      ) : (
        <>
          {scope === 'mine' && <WaitingHere />}
          <FilterBar
            label={t('forms.filter')}
            count={
              [filters.status, filters.template, filters.deleted].filter(
                (each) => each !== undefined,
              ).length
            }
            search={
              filters.deleted !== true && (
                <SearchField
                  label={t('forms.search')}
                  value={filters.q ?? ''}
                  onSearch={(q) => onFilter({ ...filters, q: q || undefined })}
                />
              )
            }
          >
            {filters.deleted !== true && (
              <Filters
                filters={filters}
                onFilter={onFilter}
                templateName={list.items[0]?.template.name}
              />
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
          </FilterBar>
          <ListView
            list={list}
            label={title}
            columns={columns}
            idOf={({ id }) => id}
            empty={
              isFiltered ? (
                <NothingFound text={t('forms.nothingFound')} onClear={() => onFilter({})} />
              ) : (
                <NoForms scope={scope} isDeleted={deleted === true} />
              )
            }
          />
        </>
      )}
    </Page>
  );
}

interface NoFormsProps extends Pick<FormListProps, 'scope'> {
  readonly isDeleted: boolean;
}

function NoForms({ scope, isDeleted }: NoFormsProps) {
  const { t } = useTranslation();
  if (isDeleted) return <EmptyState icon={IconForms} title={t('forms.noneDeleted')} />;
  return (
    <EmptyState icon={IconForms} title={t('forms.empty')} text={t(`forms.emptyHint.${scope}`)}>
      <Button variant="default" component={Link} to="/forms/new">
        {t('forms.new')}
      </Button>
    </EmptyState>
  );
}

interface FiltersProps {
  readonly filters: FormFilters;
  readonly onFilter: (filters: FormFilters) => void;
  readonly templateName: string | undefined;
}

function Filters({ filters, onFilter, templateName }: FiltersProps) {
  const { t } = useTranslation();
  return (
    <>
      <ChoiceField
        label={t('forms.status')}
        value={filters.status}
        choices={STATUSES.map((value) => ({ value, label: t(`forms.statuses.${value}`) }))}
        onChoose={(status) => onFilter({ ...filters, status })}
      />
      <TemplateField
        value={filters.template}
        name={templateName}
        onChoose={(template) => onFilter({ ...filters, template })}
      />
    </>
  );
}
