import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { templateQuery } from '#web/api/template-queries.ts';
import { compare, isNothing } from '#web/builder/compare.ts';
import { readDefinition } from '#web/builder/definition.ts';
import { followRenames } from '#web/builder/follow-renames.ts';
import { mergeDefinitions, type Side } from '#web/builder/merge-definitions.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { clockText } from '#web/components/formats.ts';
import { Problem } from '#web/components/problem.tsx';
import { useAct } from '#web/components/use-act.ts';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import type { Saver } from '#web/pages/template/saving/saver.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { ComparisonList } from './comparison-list.tsx';
import { ConflictChoices } from './conflict-choices.tsx';

interface ConflictDialogProps {
  readonly id: string;
  readonly saver: Saver;
  readonly onReload: () => void;
}

/**
 * Says what another person, or the same one in another window, changed in the template meanwhile, and merges it with
 * the changes made here, or keeps one of the two.
 */
export function ConflictDialog({ id, saver, onReload }: ConflictDialogProps) {
  const { t, i18n } = useTranslation();
  const builder = useBuilder();
  const { data } = useQuery({ ...templateQuery(id), staleTime: 0 });
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(new Map());
  const time = data ? clockText(new Date(data.updatedAt), i18n.locale) : '…';
  const base = readDefinition(saver.base());
  const theirs = readDefinition(data?.draftDefinition);
  const isMergeable = base !== undefined && theirs !== undefined;
  const comparison = isMergeable
    ? compare(followRenames({ base, mine: theirs, theirs: base }).base, theirs)
    : undefined;
  const merged = isMergeable
    ? mergeDefinitions({ base, mine: builder.definition, theirs }, choices)
    : undefined;
  const overwriting = useAct(saver.overwrite);
  const merging = useAct(async () => {
    if (merged === undefined || data === undefined) return;
    builder.edit(() => merged.definition);
    await saver.mergeOnto(data.revision);
  });
  const problem = overwriting.problem ?? merging.problem;
  return (
    <Dialog
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('builder.conflict')}
      size="lg"
    >
      <Stack>
        <Text>{t('builder.conflictLead', { time })}</Text>
        {comparison !== undefined && !isNothing(comparison) && (
          <div>
            <Text fw={600}>{t('outline.merge.theirs')}</Text>
            <ComparisonList comparison={comparison} />
          </div>
        )}
        {merged !== undefined && merged.conflicts.length > 0 && (
          <ConflictChoices
            conflicts={merged.conflicts}
            choices={choices}
            onChoose={(key, side) => setChoices(new Map(choices).set(key, side))}
          />
        )}
        {problem && <Problem error={problem} />}
        <Group justify="end">
          <Button variant="default" onClick={onReload}>
            {t('builder.reload')}
          </Button>
          <Button
            variant={merged === undefined ? 'filled' : 'default'}
            loading={overwriting.isRunning}
            onClick={() => overwriting.run(undefined)}
          >
            {t('builder.overwrite')}
          </Button>
          {merged !== undefined && (
            <Button
              loading={merging.isRunning}
              onClick={() => merging.run(undefined)}
              data-autofocus
            >
              {t('outline.merge.both')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
