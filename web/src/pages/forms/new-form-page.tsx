// A form can begin without a network, from the templates that the device keeps. This page therefore offers what the
// server finds or, offline, what is on the device.
import { Alert, Button, Group, Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconCloudOff, IconTemplate } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSession } from '#web/api/session.ts';
import { TEMPLATES } from '#web/api/templates.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Page } from '#web/components/page.tsx';
import { Problem } from '#web/components/problem.tsx';
import { type NamedTemplate, namesIn } from '#web/components/template-name.ts';
import { startForm } from '#web/fill/start-form.ts';
import { MoreButton } from '#web/lists/more-button.tsx';
import { NothingFound } from '#web/lists/nothing-found.tsx';
import { SearchField } from '#web/lists/search-field.tsx';
import { useList } from '#web/lists/use-list.ts';
import type { Device } from '#web/offline/device.ts';
import { findTemplate, keepTemplates, type UsableTemplate } from '#web/offline/keep-templates.ts';
import { useIsOnline } from '#web/offline/use-is-online.ts';
import { useWorkSet } from '#web/offline/use-work-set.ts';
import { WithDevice } from '#web/offline/with-device.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './new-form.module.css';

/** Below this number, all templates are seen at a glance. */
const SEARCHED_FROM = 9;

/** Chooses the template of a new form. The form begins on this device, so this also works without a network. */
export function NewFormPage() {
  const { t } = useTranslation();
  return (
    <WithDevice title={t('newForm.title')}>{(device) => <Choice device={device} />}</WithDevice>
  );
}

function Choice({ device }: { readonly device: Device }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState('');
  const { isCutOff, list, known, shown, isNothing } = useChoices(device, wanted);
  const isAny = wanted !== '' || known.length > 0;
  return (
    <Page title={t('newForm.title')} {...(isAny && { lead: t('newForm.lead') })}>
      {isCutOff && <Offline />}
      {shown === undefined && list.error === null && <Loading shape="rows" />}
      {isNothing && !isAny && (isCutOff ? <NoneHere /> : <None />)}
      {(wanted !== '' || known.length >= SEARCHED_FROM) && (
        // It grows along a row, and would be as tall as it is wide in the column of a page.
        <Group>
          <SearchField label={t('newForm.search')} value={wanted} onSearch={setWanted} />
        </Group>
      )}
      {isNothing && isAny && (
        <NothingFound
          text={t(isCutOff ? 'newForm.nothingHere' : 'newForm.nothingFound')}
          onClear={() => setWanted('')}
        />
      )}
      <Templates device={device} templates={shown ?? []} />
      {!isCutOff && <MoreButton list={list} />}
    </Page>
  );
}

/** The templates to choose from: those that the server finds, or without a network those on this device. */
function useChoices(device: Device, wanted: string) {
  const { i18n } = useTranslation();
  const isOnline = useIsOnline();
  const list = useList<UsableTemplate>(TEMPLATES, { usable: true, q: wanted });
  const isCutOff = !isOnline || list.isCutOff;
  const here = useTemplatesHere(device, isCutOff);
  useEffect(() => {
    // The next round of what is kept ahead tries again.
    if (isOnline) void keepTemplates(device).catch(() => undefined);
  }, [device, isOnline]);
  const known = isCutOff ? here : list.first && list.items;
  const folded = wanted.trim().toLocaleLowerCase();
  const isWanted = (template: UsableTemplate) =>
    [template.name, namesIn(template, i18n.language).name].some((name) =>
      name.toLocaleLowerCase().includes(folded),
    );
  const shown = isCutOff ? here?.filter(isWanted) : known;
  const isNothing = shown?.length === 0 && (isCutOff || !list.isLoading);
  return { isCutOff, list, known: known ?? [], shown, isNothing };
}

interface TemplatesProps {
  readonly device: Device;
  readonly templates: readonly UsableTemplate[];
}

function Templates({ device, templates }: TemplatesProps) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const start = useMutation({
    mutationFn: async (item: UsableTemplate) => startForm(device, await findTemplate(device, item)),
    onSuccess: (id) => navigate({ to: '/forms/$id/fill', params: { id } }),
  });
  return (
    <>
      {start.error !== null && <Problem error={start.error} />}
      <ul className={classes['templates']} aria-label={t('newForm.templates')}>
        {templates.map((template) => (
          <li key={template.id}>
            <UnstyledButton
              className={classes['template']}
              disabled={start.isPending}
              onClick={() => start.mutate(template)}
            >
              <Names {...namesIn(template, i18n.language)} />
              <IconChevronRight size={16} aria-hidden />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  );
}

function Names({ name, description }: NamedTemplate) {
  return (
    <>
      <Text span fw={550} className="wrap-anywhere">
        {name}
      </Text>
      {description !== undefined && (
        <Text span c="dimmed" className="wrap-anywhere">
          {description}
        </Text>
      )}
    </>
  );
}

/** The templates on this device by name; undefined until they are read. */
function useTemplatesHere(
  { store }: Device,
  isAsked: boolean,
): readonly UsableTemplate[] | undefined {
  const { i18n } = useTranslation();
  const { data } = useQuery({
    queryKey: ['templates-here'],
    queryFn: async () =>
      (await store.templates())
        .map(
          ({ definition: _, versionNumber: currentVersion, ...named }): UsableTemplate => ({
            ...named,
            currentVersion,
          }),
        )
        .toSorted((a, b) => a.name.localeCompare(b.name, i18n.language)),
    staleTime: 0,
    enabled: isAsked,
  });
  return data;
}

function Offline() {
  const { t } = useTranslation();
  const isAll = useWorkSet()?.hasAllTemplates !== false;
  return (
    <Alert
      role="status"
      variant="light"
      color="gray"
      icon={<IconCloudOff />}
      title={t('newForm.offline')}
    >
      {t(isAll ? 'newForm.offlineHint' : 'newForm.offlineSome')}
    </Alert>
  );
}

function NoneHere() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={IconTemplate}
      title={t('newForm.noneHere')}
      text={t('newForm.noneHereHint')}
    />
  );
}

function None() {
  const { t } = useTranslation();
  const isMember = useSession().user.role === 'member';
  return (
    <EmptyState icon={IconTemplate} title={t('newForm.none')} text={t('newForm.noneHint')}>
      {!isMember && (
        <Button component={Link} to="/templates">
          {t('newForm.toTemplates')}
        </Button>
      )}
    </EmptyState>
  );
}
