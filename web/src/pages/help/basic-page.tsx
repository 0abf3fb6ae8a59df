import { Anchor, Code, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Copyable } from '../../components/copyable.tsx';
import { tokenCurl } from '../../components/curl-lines.ts';
import { Front } from '../../shell/front.tsx';
import { useTranslation } from '../../texts.ts';

/** Where the deprecation of HTTP Basic leads whoever still uses it. Anybody may read it. */
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
          <Code block tabIndex={0}>
            Authorization: Bearer ACCESS_TOKEN
          </Code>
        </Step>
        <Step title={t('help.off')} text={t('help.offText')}>
          <Code block tabIndex={0}>
            FORMSTEAD_BASIC=off
          </Code>
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
