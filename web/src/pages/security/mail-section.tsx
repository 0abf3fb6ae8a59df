import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconMail } from '@tabler/icons-react';
import { sendTestMail } from '#web/api/account.ts';
import { Problem } from '#web/components/problem.tsx';
import { Section } from '#web/components/section.tsx';
import { useAct } from '#web/components/use-act.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** Sends a test mail. Shown only where a mail server is configured. */
export function MailSection() {
  const { t } = useTranslation();
  const act = useAct(sendTestMail, ({ sentTo }) => {
    notifications.show({ message: t('security.mailSent', { email: sentTo }) });
  });
  return (
    <Section title={t('security.mail')} lead={t('security.mailLead')}>
      {act.problem && <Problem error={act.problem} />}
      <Group>
        <Button
          variant="default"
          leftSection={<IconMail size={16} aria-hidden />}
          loading={act.isRunning}
          onClick={() => act.run(undefined)}
        >
          {t('security.mailTest')}
        </Button>
      </Group>
    </Section>
  );
}
