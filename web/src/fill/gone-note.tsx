import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Problem } from '#web/components/problem.tsx';
import { say } from '#web/components/say.ts';
import { Time } from '#web/components/time.tsx';
import type { Device } from '#web/offline/device.ts';
import { download } from '#web/offline/download.ts';
import type { Draft } from '#web/offline/draft.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { beginAnew } from './begin-anew.ts';

const REASONS = ['form-deleted', 'form-assigned', 'form-claimed'] as const;

interface GoneNoteProps {
  readonly device: Device;
  readonly draft: Draft;
}

/** Says what happened to a form that this person had, and what can be done with the answers that they typed. */
export function GoneNote({ device, draft }: GoneNoteProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { lostBy, lostAt, reason } = draft.problem?.members ?? {};
  const known = REASONS.find((each) => each === reason);
  const time = typeof lostAt === 'string' ? lostAt : undefined;
  const anew = useMutation({
    mutationFn: (isHandedOver: boolean) => beginAnew(device, draft, isHandedOver),
    onSuccess: async (id, isHandedOver) => {
      if (isHandedOver) {
        say(t('fillNotes.gone.handedOver'));
        await navigate({ to: '/forms' });
      } else await navigate({ to: '/forms/$id/fill', params: { id } });
      await device.store.drop(draft.formId);
    },
  });
  const act = (isHandedOver: boolean) => ({
    loading: anew.isPending && anew.variables === isHandedOver,
    disabled: anew.isPending || anew.isSuccess,
    onClick: () => anew.mutate(isHandedOver),
  });
  return (
    <Alert
      role="alert"
      variant="outline"
      color="red"
      icon={<IconAlertTriangle />}
      title={t(`fillNotes.gone.${known ?? 'unknown'}`)}
    >
      {typeof lostBy === 'string' && time !== undefined && (
        <Text className="wrap-anywhere">
          {t('fillNotes.gone.by', { name: lostBy })} · <Time at={time} isExact />
        </Text>
      )}
      <Text>{t('fillNotes.gone.kept')}</Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" {...act(false)}>
          {t('fillNotes.gone.anew')}
        </Button>
        {(known === 'form-assigned' || known === 'form-claimed') && (
          <Button size="xs" variant="default" {...act(true)}>
            {t('fillNotes.gone.handOver')}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void download(device, draft)}
        >
          {t('fillNotes.gone.download')}
        </Button>
      </Group>
      {anew.error !== null && <Problem error={anew.error} />}
    </Alert>
  );
}
