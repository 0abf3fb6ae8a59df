// All tabs edit one draft, which is saved by itself. This file holds what they share: the draft, its undo steps, its
// faults and the selected field.
import { Alert, Button, Group, Stack, Tabs, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconArchive,
  IconPencilExclamation,
  IconRestore,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import type { TemplateDetail } from '#templates/app-types.ts';
import {
  archiveTemplate,
  deleteTemplate,
  type Fault,
  restoreTemplate,
} from '#web/api/template-design.ts';
import { versionQuery } from '#web/api/template-queries.ts';
import {
  type Definition,
  emptyDefinition,
  fieldsOf,
  type Path,
  readDefinition,
} from '#web/builder/definition.ts';
import {
  ALL_PUBLISHED,
  NOTHING_PUBLISHED,
  type Published,
  publishedIn,
} from '#web/builder/published.ts';
import { late } from '#web/components/late.ts';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Page } from '#web/components/page.tsx';
import { Problem } from '#web/components/problem.tsx';
import { StateBadge } from '#web/components/state-badge.tsx';
import { useAct } from '#web/components/use-act.ts';
import { TemplateOfForm } from '#web/kinds/template-of-form.ts';
import { ArchiveDialog } from '#web/templates/archive-dialog.tsx';
import { DeleteDialog } from '#web/templates/delete-dialog.tsx';
import { StartButton } from '#web/templates/start-button.tsx';
import { isChanged, TemplateStatus } from '#web/templates/template-columns.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { ConflictDialog } from './dialogs/conflict-dialog.tsx';
import { FaultList } from './dialogs/fault-list.tsx';
import { ImportDialog } from './dialogs/import-dialog.tsx';
import { PublishDialog } from './dialogs/publish-dialog.tsx';
import classes from './editing/builder.module.css';
import { useBuilder } from './editing/builder-context.ts';
import { BuilderProvider } from './editing/builder-provider.tsx';
import { useBuilderState } from './editing/use-builder-state.ts';
import { JsonTab } from './json-tab.tsx';
import { SaveNote } from './saving/save-note.tsx';
import type { Saver } from './saving/saver.ts';
import { useSaver } from './saving/use-saver.ts';
import { AppearanceSection } from './settings/appearance-section.tsx';
import { DocumentsSection } from './settings/documents-section.tsx';
import { RetentionNote } from './settings/retention-note.tsx';
import { SettingsTab } from './settings/settings-tab.tsx';
import { TABS } from './template-search.ts';
import { FieldsTab } from './tree/fields-tab.tsx';

const route = getRouteApi('/signed-in/templates/$id');
/** Forms that are deleted or blanked within this time are announced on every tab, in milliseconds. */
const SOON_MS = 8 * 86_400_000;

const Preview = lazy(async () => ({ default: (await import('./preview/preview.tsx')).Preview }));
const TrialRun = late(() => import('./preview/trial-run.tsx'), 'TrialRun', ['exports']);
const TranslationsTab = lazy(async () => ({
  default: (await import('./translations/translations-tab.tsx')).TranslationsTab,
}));
const RightsSection = lazy(async () => ({
  default: (await import('./rights/rights-section.tsx')).RightsSection,
}));
const RetentionSection = lazy(async () => ({
  default: (await import('./settings/retention-section.tsx')).RetentionSection,
}));
const CameInSection = lazy(async () => ({
  default: (await import('./settings/came-in-section.tsx')).CameInSection,
}));
const DecliningSection = lazy(async () => ({
  default: (await import('./settings/declining-section.tsx')).DecliningSection,
}));
const ReviewSection = lazy(async () => ({
  default: (await import('./settings/review-section.tsx')).ReviewSection,
}));
const LinksTab = lazy(async () => ({
  default: (await import('./public-links/links-tab.tsx')).LinksTab,
}));
const SeriesSection = lazy(async () => ({
  default: (await import('./series/series-section.tsx')).SeriesSection,
}));
const RulesTab = lazy(async () => ({
  default: (await import('./rules/rules-tab.tsx')).RulesTab,
}));
const VersionsTab = lazy(async () => ({
  default: (await import('./versions-tab.tsx')).VersionsTab,
}));

interface BuilderPageProps {
  readonly template: TemplateDetail;
  /** Discards unsaved changes and loads the template again. */
  readonly onReload: () => void;
}

/** The screen on which a template is edited: its fields, the preview, translations, JSON, settings, rights and versions. */
export function BuilderPage({ template, onReload }: BuilderPageProps) {
  const { t } = useTranslation();
  const { tab = 'fields' } = route.useSearch();
  const navigate = route.useNavigate();
  const [dialog, setDialog] = useState<'import' | 'publish' | 'archive' | 'delete' | 'trial'>();
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const { saver, state } = useSaver(template, onReload);
  const onChange = useCallback(
    (definition: Definition) => {
      // The same list while there is none: each key would render all rows otherwise.
      setFaults((before) => (before.length === 0 ? before : []));
      saver.change({ definition });
    },
    [saver],
  );
  const [start] = useState(() => readDefinition(template.draftDefinition));
  const allFaults = useMemo(() => [...faults, ...state.refused], [faults, state.refused]);
  const { builder, actions, rows, said } = useBuilderState({
    start: start ?? emptyDefinition(),
    published: usePublished(template),
    version: template.currentVersion,
    faults: allFaults,
    onChange,
  });
  useHotkeys([
    ['mod+Z', builder.undo],
    ['mod+shift+Z', builder.redo],
    ['mod+Y', builder.redo],
  ]);
  const goTo = (next: (typeof TABS)[number]) =>
    void navigate({ search: { tab: next === 'fields' ? undefined : next }, replace: true });
  const close = () => setDialog(undefined);
  const goToField = (path: Path) => {
    close();
    goTo('fields');
    builder.select(path);
    builder.focus(path, 'head');
  };
  const bring = () => setDialog('import');
  const tryOut = dialog === 'trial' ? undefined : () => setDialog('trial');
  return (
    <BuilderProvider builder={builder} actions={actions} rows={rows}>
      <Page
        title={template.name}
        back={{ to: '/templates', label: t('templates.title') }}
        state={
          <>
            <TemplateStatus status={template.status} />
            {isChanged(template) && (
              <StateBadge tone="amber" icon={IconPencilExclamation}>
                {t('templates.hasChanges')}
              </StateBadge>
            )}
            <SaveNote state={state} saver={saver} />
          </>
        }
        actions={<Actions template={template} saver={saver} onAct={setDialog} />}
      >
        {state.refused.length > 0 && (
          <FaultList title={t('builder.save.refused')} faults={state.refused} onGo={goToField} />
        )}
        {template.status === 'archived' && (
          <Alert variant="outline" color="harbour" icon={<IconArchive />}>
            {t('templates.archivedHint')}
          </Alert>
        )}
        {start === undefined && template.draftDefinition !== undefined && (
          <Alert variant="outline" color="red" icon={<IconAlertTriangle />}>
            {t('builder.unreadable')}
          </Alert>
        )}
        {tab !== 'settings' && <RetentionNote templateId={template.id} within={SOON_MS} />}
        <Tabs
          value={tab}
          onChange={(value) => goTo(TABS.find((each) => each === value) ?? 'fields')}
          keepMounted={false}
        >
          <div className={classes['tabs']}>
            <Tabs.List flex={1}>
              {TABS.map((each) => (
                <Tabs.Tab key={each} value={each} px={{ base: 4, sm: 'md' }}>
                  {each === 'rights' ? t('rights.title') : t(`builder.tabs.${each}`)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {template.status !== 'draft' && (
              <LinkAnchor to="/templates/$id/answers" params={{ id: template.id }}>
                {t('templates.answers')}
              </LinkAnchor>
            )}
          </div>
          <TemplateOfForm value={template.id}>
            <Suspense fallback={<Loading />}>
              <Tabs.Panel value="fields">
                <FieldsTab onImport={bring} onTry={tryOut} />
              </Tabs.Panel>
              <Tabs.Panel value="preview">
                <Preview onTry={tryOut} />
              </Tabs.Panel>
              <Tabs.Panel value="translations">
                <TranslationsTab id={template.id} names={template} />
              </Tabs.Panel>
              <Tabs.Panel value="json">
                <JsonTab name={template.name} onImport={bring} />
              </Tabs.Panel>
              <Tabs.Panel value="settings">
                <Stack maw="44rem">
                  <SettingsTab template={template} saver={saver} />
                  <ReviewSection template={template} />
                  <CameInSection templateId={template.id} />
                  <DecliningSection />
                  <AppearanceSection id={template.id} />
                  <DocumentsSection templateId={template.id} />
                  <RetentionSection templateId={template.id} />
                </Stack>
              </Tabs.Panel>
              <Tabs.Panel value="rights">
                <RightsSection template={template} />
              </Tabs.Panel>
              <Tabs.Panel value="links">
                <LinksTab template={template} />
              </Tabs.Panel>
              <Tabs.Panel value="series">
                <SeriesSection template={template} />
              </Tabs.Panel>
              <Tabs.Panel value="rules">
                <RulesTab template={template} />
              </Tabs.Panel>
              <Tabs.Panel value="versions">
                <VersionsTab
                  template={template}
                  onTakenOver={() => goTo('fields')}
                  onPublish={() => setDialog('publish')}
                />
              </Tabs.Panel>
            </Suspense>
          </TemplateOfForm>
        </Tabs>
        <VisuallyHidden role="status">{said}</VisuallyHidden>
        {dialog === 'import' && <ImportDialog onClose={close} />}
        {dialog === 'trial' && (
          <Suspense>
            <TrialRun id={template.id} name={template.name} onGo={goToField} onClose={close} />
          </Suspense>
        )}
        {dialog === 'archive' && (
          <ArchiveDialog
            template={template}
            archive={() => saver.act(() => archiveTemplate(template.id))}
            onClose={close}
          />
        )}
        {dialog === 'delete' && (
          <DeleteDialog
            template={template}
            remove={() =>
              saver.act(async (revision) => {
                await deleteTemplate(template.id, revision);
                return { revision };
              })
            }
            onClose={close}
          />
        )}
        {dialog === 'publish' && (
          <PublishDialog
            template={template}
            saver={saver}
            isSaved={state.kind === 'saved'}
            onFaults={setFaults}
            onGo={goToField}
            onTranslate={() => {
              close();
              goTo('translations');
            }}
            onClose={close}
          />
        )}
        {state.kind === 'stale' && (
          <ConflictDialog id={template.id} saver={saver} onReload={onReload} />
        )}
      </Page>
    </BuilderProvider>
  );
}

/**
 * Returns the names and values of the current version. Until it has loaded, all of them count as published, so that
 * none changes.
 */
function usePublished({ id, currentVersion }: TemplateDetail): Published {
  const { data } = useQuery({
    ...versionQuery(id, currentVersion ?? 0),
    enabled: currentVersion !== undefined,
  });
  return useMemo(() => {
    if (currentVersion === undefined) return NOTHING_PUBLISHED;
    const definition = readDefinition(data?.definition);
    return definition === undefined ? ALL_PUBLISHED : publishedIn(definition);
  }, [currentVersion, data]);
}

interface ActionsProps {
  readonly template: TemplateDetail;
  readonly saver: Saver;
  readonly onAct: (dialog: 'publish' | 'archive' | 'delete') => void;
}

function Actions({ template, saver, onAct }: ActionsProps) {
  const { id, status } = template;
  const { t } = useTranslation();
  const { definition } = useBuilder();
  // In an empty template, adding a field is the primary action, and where nothing is to publish, filling it in.
  const isEmpty = fieldsOf(definition).length === 0;
  const isCurrent = status === 'published' && !isChanged(template);
  const restore = useAct(() => saver.act(() => restoreTemplate(id)));
  if (status === 'archived') {
    return (
      <>
        {restore.problem && <Problem error={restore.problem} />}
        <Button
          variant="default"
          leftSection={<IconRestore size={16} aria-hidden />}
          loading={restore.isRunning}
          onClick={() => restore.run(undefined)}
        >
          {t('templates.restore')}
        </Button>
      </>
    );
  }
  return (
    <Group gap="xs">
      {status === 'draft' ? (
        <Button
          variant="default"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onAct('delete')}
        >
          {t('templates.delete')}
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<IconArchive size={16} aria-hidden />}
          onClick={() => onAct('archive')}
        >
          {t('templates.archive')}
        </Button>
      )}
      {isCurrent && <StartButton template={template} isMain />}
      <Button
        variant={isEmpty || isCurrent ? 'default' : 'filled'}
        leftSection={<IconUpload size={16} aria-hidden />}
        onClick={() => onAct('publish')}
      >
        {t('builder.publish')}
      </Button>
    </Group>
  );
}
