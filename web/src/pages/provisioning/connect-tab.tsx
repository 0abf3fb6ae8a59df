import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Copyable } from '../../components/copyable.tsx';
import { Labelled } from '../../components/labelled.tsx';
import { LinkAnchor } from '../../components/link-anchor.tsx';
import { Section } from '../../components/section.tsx';
import { Sentence, SLOT } from '../../components/sentence.tsx';
import type { Addresses } from '../../guides/guide.ts';
import { GUIDES } from '../../guides/index.ts';
import { ConnectionTestCard } from './connection-test-card.tsx';
import { type GuideChoice, GuidePicker } from './guide-picker.tsx';
import { GuideSteps } from './guide-steps.tsx';

interface ConnectTabProps extends GuideChoice {
  readonly addresses: Addresses;
}

/** What to tell the identity provider, how, and whether it works. */
export function ConnectTab({ addresses, idp, onChoose }: ConnectTabProps) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Section title={t('provisioning.connect.addresses')}>
        <Labelled label={t('provisioning.connect.baseUrl')}>
          <Copyable name={t('provisioning.connect.baseUrl')} text={addresses.baseUrl} />
        </Labelled>
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
      </Section>
      <GuidePicker idp={idp} onChoose={onChoose} />
      <GuideSteps guide={GUIDES[idp]} addresses={addresses} />
      <Text>{t('provisioning.connect.other')}</Text>
      <ConnectionTestCard />
    </Stack>
  );
}
