import { Group, List, Stack, Text, Title } from '@mantine/core';
import type { AccountSettings } from '#administration/app-types.ts';
import { changeAccount } from '#web/api/account.ts';
import { ConsentButton } from '#web/components/consent-button.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './sso.module.css';

type Turn = 'require' | 'allow';
const CONSEQUENCES = {
  require: ['requireNow', 'requireLocal', 'requireBreakGlass', 'requireServer', 'requireApi'],
  allow: ['allowNow', 'allowBack'],
} as const satisfies Record<Turn, readonly string[]>;

/** Whether single sign-on is required, and the consequences of changing that. */
export function SsoOnlyCard({ account }: { readonly account: AccountSettings }) {
  const { t } = useTranslation();
  const { ssoOnly } = account;
  const turn: Turn = ssoOnly ? 'allow' : 'require';
  return (
    <div className={classes['part']}>
      <Stack gap="sm">
        <Title order={3} size="h5">
          {t('ssoOnly.title')}
        </Title>
        <Text>{t(ssoOnly ? 'ssoOnly.isOn' : 'ssoOnly.isOff')}</Text>
        <Group>
          <ConsentButton
            label={t(`ssoOnly.${turn}`)}
            title={t(`ssoOnly.${turn}Title`)}
            verb={t(`ssoOnly.${turn}`)}
            act={() => changeAccount({ ssoOnly: !ssoOnly })}
          >
            <List>
              {CONSEQUENCES[turn].map((each) => (
                <List.Item key={each}>{t(`ssoOnly.${each}`)}</List.Item>
              ))}
            </List>
          </ConsentButton>
        </Group>
      </Stack>
    </div>
  );
}
