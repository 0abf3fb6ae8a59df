import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { templateQuery } from '#web/api/template-queries.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { clockText } from '#web/components/formats.ts';
import { Problem } from '#web/components/problem.tsx';
import { useAct } from '#web/components/use-act.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface ConflictDialogProps {
  readonly id: string;
  readonly overwrite: () => Promise<void>;
  readonly onReload: () => void;
}

/** Asks whose changes to keep after two people have changed the same template. */
export function ConflictDialog({ id, overwrite, onReload }: ConflictDialogProps) {
  const { t, i18n } = useTranslation();
  const { data } = useQuery({ ...templateQuery(id), staleTime: 0 });
  const act = useAct(overwrite);
  const time = data ? clockText(new Date(data.updatedAt), i18n.locale) : '…';
  return (
    <Dialog
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('builder.conflict')}
    >
      <Stack>
        <Text>{t('builder.conflictLead', { time })}</Text>
        {act.problem && <Problem error={act.problem} />}
        <Group justify="end">
          <Button variant="default" onClick={onReload}>
            {t('builder.reload')}
          </Button>
          <Button loading={act.isRunning} onClick={() => act.run(undefined)}>
            {t('builder.overwrite')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
