import { Anchor, Group, List, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { AccountSettings } from '#administration/app-types.ts';
import { changeAccount } from '#web/api/account.ts';
import { ConsentButton } from '#web/components/consent-button.tsx';
import { Section } from '#web/components/section.tsx';
import { dateText } from '#web/components/time-text.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { BasicUsers } from './basic-users.tsx';

type Turn = 'turnOn' | 'turnOff';
const CONSEQUENCES = {
  turnOff: ['turnOffNow', 'turnOffBrowser', 'turnOffBack'],
  turnOn: ['turnOnRisk', 'turnOnRather'],
} as const satisfies Record<Turn, readonly string[]>;

/** HTTP Basic: its state, its users, and the consequences of turning it on or off. */
export function BasicSection({ account }: { readonly account: AccountSettings }) {
  const { t, i18n } = useTranslation();
  const { basicAllowed, basicOffered, basicSunset } = account;
  const turn: Turn = basicAllowed ? 'turnOff' : 'turnOn';
  const day = basicSunset && dateText(new Date(basicSunset), i18n.locale, 'UTC');
  return (
    <Section
      title={t('security.basic')}
      lead={t('security.basicLead')}
      actions={
        basicOffered && (
          <ConsentButton
            label={t(`security.${turn}`)}
            title={t(`security.${turn}Title`)}
            verb={t(`security.${turn}Verb`)}
            act={() => changeAccount({ basicAllowed: !basicAllowed })}
          >
            <List>
              {CONSEQUENCES[turn].map((each) => (
                <List.Item key={each}>{t(`security.${each}`)}</List.Item>
              ))}
            </List>
            {turn === 'turnOff' && <BasicUsers />}
          </ConsentButton>
        )
      }
    >
      <Group gap="xs" wrap="nowrap" align="start">
        {basicOffered && basicAllowed ? (
          <IconAlertTriangle size={20} color="var(--amber-text)" aria-hidden />
        ) : (
          <IconCircleCheck size={20} color="var(--green-text)" aria-hidden />
        )}
        <Text>{t(stateOf(account))}</Text>
      </Group>
      {day !== undefined && <Text>{t('security.basicSunset', { day })}</Text>}
      <Anchor component={Link} to="/help/basic-authentication" w="fit-content">
        {t('security.basicHelp')}
      </Anchor>
      <BasicUsers />
    </Section>
  );
}

function stateOf({ basicOffered, basicAllowed }: AccountSettings) {
  if (!basicOffered) return 'security.basicNowhere';
  return basicAllowed ? 'security.basicOn' : 'security.basicOff';
}
