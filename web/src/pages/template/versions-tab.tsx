import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TemplateDetail } from '#forms/app-types.ts';
import { versionQuery } from '../../api/templates.ts';
import { readDefinition } from '../../builder/definition.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Loading } from '../../components/loading.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { SurveyView } from '../../survey/survey-view.tsx';
import { useBuilder } from './builder-context.ts';

interface VersionsTabProps {
  readonly template: TemplateDetail;
  readonly onTakenOver: () => void;
}

/** What was published, newest first. */
export function VersionsTab({ template, onTakenOver }: VersionsTabProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<number>();
  const { id, versions, currentVersion } = template;
  return (
    <Section title={t('templates.versions')} lead={t('templates.versionsHint')}>
      {versions.length === 0 && <Text>{t('templates.noVersions')}</Text>}
      {versions.map(({ number, publishedAt, publishedBy }) => (
        <Paper key={number} withBorder p="sm">
          <Group justify="space-between">
            <div>
              <Group gap="xs">
                <Text fw={500}>{t('templates.version', { number })}</Text>
                {number === currentVersion && <Badge>{t('templates.current')}</Badge>}
              </Group>
              <Text size="sm" c="dimmed">
                <Time at={publishedAt} />,{' '}
                {t('templates.publishedBy', {
                  name: publishedBy.name ?? t('templates.somebody'),
                })}
              </Text>
            </div>
            <Button
              variant="default"
              size="xs"
              aria-label={t('templates.showOf', { number })}
              onClick={() => setShown(number)}
            >
              {t('templates.show')}
            </Button>
          </Group>
        </Paper>
      ))}
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
