import { Anchor, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Copyable } from '#web/components/copyable.tsx';
import { tokenCurl } from '#web/components/curl-lines.ts';
import { Front } from '#web/shell/front.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/**
 * The screen to which answers to HTTP Basic point in their `Link` header (`rel="deprecation"`, RFC 9745). Anybody may
 * read it.
 */
export function BasicPage() {
  const { t } = useTranslation();
  return (
    <Front title={t('help.title')} width="46rem">
      <Stack gap="lg">
        <Text>{t('help.why')}</Text>
        <Step title={t('help.create')} text={t('help.createText')}>
          <Text>{t('help.createCli')}</Text>
          <Copyable name={t('help.create')} text="formstead credential create --user NAME" block />
        </Step>
        <Step title={t('help.ask')} text={t('help.askText')}>
          <Copyable name={t('help.ask')} text={tokenCurl('CLIENT_ID', 'CLIENT_SECRET')} block />
        </Step>
        <Step title={t('help.send')} text={t('help.sendText')}>
          <Copyable name={t('help.send')} text="Authorization: Bearer ACCESS_TOKEN" block />
        </Step>
        <Step title={t('help.off')} text={t('help.offText')}>
          <Copyable name={t('help.off')} text="FORMSTEAD_BASIC=off" block />
        </Step>
        <Anchor href="/" w="fit-content">
          {t('help.toApp')}
        </Anchor>
      </Stack>
    </Front>
  );
}

interface StepProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Step({ title, text, children }: StepProps) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text>{text}</Text>
      {children}
    </Stack>
  );
}
