import { Button } from '@mantine/core';
import { IconForms, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AppFormItem, AppFormList } from '#forms/app-types.ts';
import { FORMS } from '#web/api/forms.ts';
import { useSession } from '#web/api/session.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Page } from '#web/components/page.tsx';
import { useAgenda } from '#web/form-lists/agenda.ts';
import { CutOff } from '#web/form-lists/cut-off.tsx';
import { useFormColumns } from '#web/form-lists/form-columns.tsx';
import type { FormFilters } from '#web/form-lists/form-filters.ts';
import type { Selection } from '#web/form-lists/use-selection.tsx';
import { WaitingHere } from '#web/form-lists/waiting-here.tsx';
import type { Column } from '#web/lists/column.ts';
import { ListView } from '#web/lists/list-view.tsx';
import { NothingFound } from '#web/lists/nothing-found.tsx';
import { type List, useList } from '#web/lists/use-list.ts';
import { useIsOnline } from '#web/offline/use-is-online.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { AheadNote } from './ahead-note.tsx';
import { FormFilterBar } from './form-filter-bar.tsx';
import { formListFilters, isAgenda } from './form-list-query.ts';
import { isNarrowed, sortingOf } from './narrowing.ts';
import { PERSON_FILTER_NAMES } from './panel-filters.ts';

interface FormListProps {
  readonly scope: 'mine' | 'all';
  readonly filters: FormFilters;
  /** Shown above the list. */
  readonly assigned?: ReactNode;
  /** Called with all filters, changed and unchanged ones. */
  readonly onFilter: (filters: FormFilters) => void;
  /** Lets people choose forms of the list, to act on many of them. */
  readonly useChoice?: (list: List<AppFormItem>, filters: FormFilters) => Selection | undefined;
}

/** A list of forms: the person's own, or all that they may see. */
export function FormList({
  scope,
  filters,
  assigned,
  onFilter,
  useChoice = useNoChoice,
}: FormListProps) {
  const { t } = useTranslation();
  const list = useList<AppFormItem, AppFormList>(FORMS, formListFilters(filters, scope));
  const agenda = useAgenda(list, isAgenda(filters, scope));
  const columns = useFormColumns(filters.deleted, sortingOf(filters, scope, onFilter));
  const selection = useChoice(list, filters);
  const isOnline = useIsOnline();
  // The list of the server cannot be loaded, so the forms on this device are shown instead.
  const isCutOff = scope === 'mine' && (!isOnline || list.isCutOff);
  const title = t(`forms.${scope}`);
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
        <CutOff onRetry={list.retry}>{assigned}</CutOff>
      ) : (
        <>
          {scope === 'mine' && <WaitingHere />}
          {scope === 'mine' && <AheadNote />}
          {assigned}
          <FormFilterBar
            scope={scope}
            filters={filters}
            onFilter={onFilter}
            names={{
              template: list.items[0]?.template.name,
              ...Object.fromEntries(
                PERSON_FILTER_NAMES.map((name) => [name, list.first?.[name]?.name]),
              ),
            }}
            mayRestore={mayRestore}
            more={selection?.button}
          />
          <ListView
            list={agenda.list}
            groupOf={agenda.groupOf}
            label={title}
            columns={selection ? withBoxes(columns, selection) : columns}
            idOf={({ id }) => id}
            empty={
              isNarrowed(filters) ? (
                <NothingFound
                  text={t('forms.nothingFound')}
                  hint={filters.q === undefined ? undefined : t('forms.searchFinds')}
                  onClear={() => onFilter({})}
                />
              ) : (
                <NoForms scope={scope} isDeleted={filters.deleted === true} />
              )
            }
          />
          {selection?.bar}
        </>
      )}
    </Page>
  );
}

const useNoChoice = (): undefined => undefined;

/** Puts a box before the name of each form. */
const withBoxes = (
  [name, ...others]: readonly Column<AppFormItem>[],
  { withBox }: Selection,
): readonly Column<AppFormItem>[] =>
  name ? [{ ...name, cell: (item) => withBox(item, name.cell(item)) }, ...others] : [];

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
