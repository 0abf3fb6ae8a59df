// A published version never changes again, and devices may fill it in offline. This dialog shows the faults and the
// effects on existing answers before it is made.
import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { TemplateDetail } from '#templates/app-types.ts';
import {
  checkDefinition,
  type Fault,
  faultsOf,
  publishTemplate,
} from '#web/api/template-design.ts';
import { versionQuery } from '#web/api/template-queries.ts';
import { compare, isNothing } from '#web/builder/compare.ts';
import { fieldsOf, type Path, readDefinition } from '#web/builder/definition.ts';
import { emptyComparisons } from '#web/builder/empty-comparisons.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { late } from '#web/components/late.ts';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Problem } from '#web/components/problem.tsx';
import { useAct } from '#web/components/use-act.ts';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import type { Saver } from '#web/pages/template/saving/saver.ts';
import { MissingTranslations } from '#web/pages/template/translations/missing-translations.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { ComparisonList } from './comparison-list.tsx';
import { FaultList } from './fault-list.tsx';
import { PublishingEffects } from './publishing-effects.tsx';
import { RulesWithoutMessage } from './rules-without-message.tsx';

const RulesLoop = late(() => import('#web/pages/template/rules/rules-loop.tsx'), 'RulesLoop', [
  'rules',
]);

interface PublishDialogProps {
  readonly template: TemplateDetail;
  readonly saver: Saver;
  /** Whether the server knows all changes, so that its comparison with the published version holds. */
  readonly isSaved: boolean;
  readonly onFaults: (faults: readonly Fault[]) => void;
  readonly onGo: (path: Path) => void;
  readonly onTranslate: () => void;
  readonly onClose: () => void;
}

/** Shows the changes to publish, or the faults that must be fixed first; says so when there is nothing to publish. */
export function PublishDialog(props: PublishDialogProps) {
  const { template, isSaved, onClose } = props;
  const { t } = useTranslation();
  const { status, hasChanges, currentVersion: number } = template;
  if (status !== 'published' || hasChanges || !isSaved) return <Publishing {...props} />;
  return (
    <Dialog onClose={onClose} title={t('builder.nothingToPublish')}>
      <Stack>
        <Text>{t('builder.nothingChanged', { number })}</Text>
        <Group justify="end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('common.close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Publishing(props: PublishDialogProps) {
  const { template, saver, isSaved, onFaults, onGo, onTranslate, onClose } = props;
  const { t } = useTranslation();
  const { definition } = useBuilder();
  const { id, name } = template;
  const isEmpty = fieldsOf(definition).length === 0;
  const check = useQuery({
    queryKey: ['template-check', id, definition],
    queryFn: () => checkDefinition(definition),
    enabled: !isEmpty,
  });
  const act = useAct(
    () => saver.act((revision) => publishTemplate(id, revision)),
    ({ currentVersion: number = 1 }) => {
      notifications.show({
        autoClose: 10_000,
        message: (
          <>
            {t('builder.published', { name, number })}{' '}
            <LinkAnchor to="/forms/new">{t('builder.toNewForm')}</LinkAnchor>
          </>
        ),
      });
      onClose();
    },
  );
  const unfinished = emptyComparisons(definition).map(
    ({ at, name: field }): Fault => ({
      at,
      kind: 'noValue',
      values: { name: field },
      text: t('outline.noValue', { name: field }),
    }),
  );
  const faults = once(unfinished, [...(check.data?.faults ?? []), ...faultsOf(act.problem)]);
  const isClean = !isEmpty && check.data !== undefined && faults.length === 0;
  return (
    <Dialog onClose={onClose} title={t('builder.publishTitle', { name })}>
      <Stack>
        {isEmpty && <Text>{t('builder.emptyForm')}</Text>}
        {check.isLoading && <Loading />}
        {check.error !== null && (
          <Problem error={check.error} onRetry={() => void check.refetch()} />
        )}
        {faults.length > 0 && (
          <FaultList
            title={t('builder.faultsTitle')}
            faults={faults}
            onGo={(path) => {
              onFaults(faults);
              onGo(path);
            }}
          />
        )}
        {isClean && <Changes template={template} />}
        {/* Counted for the draft that the server has. */}
        {isClean && isSaved && template.currentVersion !== undefined && (
          <PublishingEffects template={template} />
        )}
        {isClean && <RulesWithoutMessage />}
        <Suspense>
          <RulesLoop templateId={id} />
        </Suspense>
        {isClean && <MissingTranslations onTranslate={onTranslate} />}
        {act.problem && faults.length === 0 && <Problem error={act.problem} />}
        <Group justify="end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('common.cancel')}
          </Button>
          {isClean && (
            <Button loading={act.isRunning} onClick={() => act.run(undefined)}>
              {t('builder.publish')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

/**
 * Returns each fault once: a refused publication repeats those of the check, and the server reads a condition without a
 * value as a comparison with a choice that is not there.
 */
function once(unfinished: readonly Fault[], found: readonly Fault[]): readonly Fault[] {
  const open = new Set(unfinished.map(({ at }) => at));
  const others = found.filter(({ at }) => !open.has(at));
  const all = [...unfinished, ...others].map((fault) => [fault.at + fault.text, fault] as const);
  return [...new Map(all).values()];
}

function Changes({ template }: Pick<PublishDialogProps, 'template'>) {
  const { t } = useTranslation();
  const { definition } = useBuilder();
  const { id, currentVersion } = template;
  const { data } = useQuery({
    ...versionQuery(id, currentVersion ?? 0),
    enabled: currentVersion !== undefined,
  });
  if (currentVersion === undefined) return <Text>{t('builder.publishFirst')}</Text>;
  const published = readDefinition(data?.definition);
  if (published === undefined) return <Text>{t('builder.publishLead')}</Text>;
  const comparison = compare(published, definition);
  return (
    <>
      <Text>{t('builder.publishLead')}</Text>
      {isNothing(comparison) && (
        <Text>{t('builder.publishNothing', { number: currentVersion })}</Text>
      )}
      <ComparisonList comparison={comparison} />
    </>
  );
}
