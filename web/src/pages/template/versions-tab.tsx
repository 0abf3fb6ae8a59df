// Forms keep the version that they began with, so authors have to see what each version contained, although only the
// newest one takes new forms.
import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCircleCheck, IconVersions } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { TemplateDetail } from '#templates/app-types.ts';
import { versionQuery } from '#web/api/template-queries.ts';
import { readDefinition } from '#web/builder/definition.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Section } from '#web/components/section.tsx';
import { StateBadge } from '#web/components/state-badge.tsx';
import { Time } from '#web/components/time.tsx';
import type { Column } from '#web/lists/column.ts';
import { PlainTable } from '#web/lists/plain-table.tsx';
import { SurveyView } from '#web/survey/survey-view.tsx';
import { BlankFormButton } from '#web/templates/blank-form-button.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { useBuilder } from './editing/builder-context.ts';

type VersionItem = TemplateDetail['versions'][number];

interface VersionsTabProps {
  readonly template: TemplateDetail;
  readonly onTakenOver: () => void;
  readonly onPublish: () => void;
}

/** The published versions, newest first. */
export function VersionsTab({ template, onTakenOver, onPublish }: VersionsTabProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<number>();
  const { id, versions, currentVersion } = template;
  const columns = useVersionColumns(currentVersion, setShown);
  if (versions.length === 0) {
    return (
      <EmptyState
        icon={IconVersions}
        title={t('templates.noVersions')}
        text={t('templates.noVersionsHint')}
      >
        <Button variant="default" onClick={onPublish}>
          {t('builder.publish')}
        </Button>
      </EmptyState>
    );
  }
  return (
    <Section title={t('templates.versions')} lead={t('templates.versionsHint')}>
      {template.status === 'published' && (
        <Group>
          <BlankFormButton id={id} />
        </Group>
      )}
      <PlainTable
        label={t('templates.versions')}
        items={versions}
        columns={columns}
        idOf={({ number }) => String(number)}
      />
      {shown !== undefined && (
        <Dialog
          onClose={() => setShown(undefined)}
          title={t('templates.version', { number: shown })}
          size="xl"
        >
          <Suspense fallback={<Loading />}>
            <Version id={id} number={shown} onTakenOver={onTakenOver} />
          </Suspense>
        </Dialog>
      )}
    </Section>
  );
}

function useVersionColumns(
  current: number | undefined,
  onShow: (number: number) => void,
): readonly Column<VersionItem>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'version',
      header: t('templates.versionName'),
      width: '13rem',
      cell: ({ number }) => (
        <Group gap="xs" wrap="nowrap" display="inline-flex">
          <Text span inherit fw={550}>
            {t('templates.version', { number })}
          </Text>
          {number === current && (
            <StateBadge tone="green" icon={IconCircleCheck}>
              {t('templates.current')}
            </StateBadge>
          )}
        </Group>
      ),
    },
    {
      id: 'publishedAt',
      header: t('templates.publishedAt'),
      width: '9rem',
      cell: ({ publishedAt }) => <Time at={publishedAt} />,
    },
    {
      id: 'publishedBy',
      header: t('templates.publishedBy'),
      cell: ({ publishedBy }) => publishedBy.name ?? t('templates.somebody'),
    },
    {
      id: 'actions',
      header: t('list.actions'),
      width: '7rem',
      phone: 'corner',
      cell: ({ number }) => (
        <Button
          variant="default"
          size="xs"
          aria-label={t('templates.showOf', { number })}
          onClick={() => onShow(number)}
        >
          {t('templates.show')}
        </Button>
      ),
    },
  ];
}

interface VersionProps {
  readonly id: string;
  readonly number: number;
  readonly onTakenOver: () => void;
}

function Version({ id, number, onTakenOver }: VersionProps) {
  const { t } = useTranslation();
  const builder = useBuilder();
  const { data } = useSuspenseQuery(versionQuery(id, number));
  const definition = readDefinition(data.definition);
  return (
    <Stack>
      <Text c="dimmed">{t('templates.versionFields', { count: data.fields.length })}</Text>
      <SurveyView definition={data.definition} isReadOnly />
      {definition !== undefined && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed" flex={1}>
            {t('templates.takeOverHint')}
          </Text>
          <Button
            variant="default"
            onClick={() => {
              builder.edit(() => definition, { selected: undefined });
              notifications.show({ message: t('templates.takenOver', { number }) });
              onTakenOver();
            }}
          >
            {t('templates.takeOver')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
