import { Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { Copyable } from '#web/components/copyable.tsx';
import { Detail } from '#web/components/detail.tsx';
import { Labelled } from '#web/components/labelled.tsx';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Sentence, SLOT } from '#web/components/sentence.tsx';
import type { Addresses } from '#web/guides/guide.ts';
import { GUIDES } from '#web/guides/index.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { ConnectionTestCard } from './connection-test-card.tsx';
import { type GuideChoice, GuidePicker } from './guide-picker.tsx';
import { GuideSteps } from './guide-steps.tsx';

const LOCAL: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

interface ConnectTabProps extends GuideChoice {
  readonly addresses: Addresses;
}

/** The connection details, the guide, and the connection test. */
export function ConnectTab({ addresses, idp, onChoose }: ConnectTabProps) {
  const { t } = useTranslation();
  return (
    <Detail aside={<Connection addresses={addresses} />}>
      <GuidePicker idp={idp} onChoose={onChoose} />
      <GuideSteps guide={GUIDES[idp]} addresses={addresses} />
      <Text>{t('provisioning.connect.other')}</Text>
      <ConnectionTestCard />
    </Detail>
  );
}

/** The details that every identity provider needs. They stay visible beside the steps. */
function Connection({ addresses }: Pick<ConnectTabProps, 'addresses'>) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Stack gap="sm">
        <Title order={2} size="h5" id={id}>
          {t('provisioning.connect.addresses')}
        </Title>
        <Labelled label={t('provisioning.connect.baseUrl')}>
          <Copyable name={t('provisioning.connect.baseUrl')} text={addresses.baseUrl} />
        </Labelled>
        {LOCAL.includes(new URL(addresses.baseUrl).hostname) && (
          <Text size="sm" c="dimmed">
            {t('provisioning.connect.onlyHere')}
          </Text>
        )}
        <Labelled label={t('provisioning.connect.tokenUrl')}>
          <Copyable name={t('provisioning.connect.tokenUrl')} text={addresses.tokenUrl} />
        </Labelled>
        <Text>
          <Sentence text={t('provisioning.connect.credentials', { link: SLOT })}>
            <LinkAnchor to="/settings/credentials" underline="always">
              {t('credentials.title')}
            </LinkAnchor>
          </Sentence>
        </Text>
      </Stack>
    </section>
  );
}
