import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { TemplateItem } from '#templates/app-types.ts';
import { queryClient } from '#web/api/query-client.ts';
import { useSession } from '#web/api/session.ts';
import { versionQuery } from '#web/api/template-queries.ts';
import { problemText } from '#web/components/problem.tsx';
import { startForm } from '#web/fill/start-form.ts';
import { personIn, storageOf } from '#web/offline/device.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface StartButtonProps {
  readonly template: Pick<TemplateItem, 'id' | 'name' | 'description' | 'currentVersion'>;
  /** It is the main action of its screen. */
  readonly isMain?: boolean;
}

/** Creates a form from the template and opens it. */
export function StartButton({ template, isMain = false }: StartButtonProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const session = useSession();
  const { id, name, description, currentVersion: versionNumber = 1 } = template;
  const start = useMutation({
    mutationFn: async () => {
      const { definition } = await queryClient.fetchQuery(versionQuery(id, versionNumber));
      const device = await storageOf(personIn(session));
      return (
        device && (await startForm(device, { id, name, description, versionNumber, definition }))
      );
    },
    // That screen explains the problem where the browser stores nothing.
    onSuccess: (formId) =>
      formId === undefined
        ? navigate({ to: '/forms/new' })
        : navigate({ to: '/forms/$id/fill', params: { id: formId } }),
    onError: (error) => notifications.show({ color: 'red', message: problemText(error, t) }),
  });
  return (
    <Button
      size={isMain ? 'sm' : 'xs'}
      variant={isMain ? 'filled' : 'default'}
      leftSection={<IconPlayerPlay size={14} aria-hidden />}
      aria-label={t('templates.startOf', { name })}
      loading={start.isPending}
      onClick={() => start.mutate()}
    >
      {t('templates.start')}
    </Button>
  );
}
