import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { SetUpAnswer } from '#sign-in/app-types.ts';
import { Copyable } from '#web/components/copyable.tsx';
import { tokenCurl } from '#web/components/curl-lines.ts';
import { Labelled } from '#web/components/labelled.tsx';
import { enter } from '#web/front/way.ts';
import { Front } from '#web/shell/front.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** What to do first in a new organisation. The credential of its first admin, shown only once, waits behind a click. */
export function FirstCredential({ clientId, clientSecret }: SetUpAnswer) {
  const { t } = useTranslation();
  return (
    <Front title={t('setUp.doneTitle')} lead={t('setUp.doneLead')}>
      <Stack>
        <List type="ordered" spacing="xs">
          <List.Item>{t('setUp.firstTemplate')}</List.Item>
          <List.Item>{t('setUp.firstPeople')}</List.Item>
          <List.Item>{t('setUp.firstForm')}</List.Item>
        </List>
        <Button onClick={() => void enter('/')}>{t('setUp.go')}</Button>
        <details>
          <summary>{t('setUp.credential')}</summary>
          <Stack mt="sm">
            <Text size="sm">{t('setUp.credentialHint')}</Text>
            <Alert
              variant="outline"
              color="harbour"
              icon={<IconKey />}
              title={t('secret.onceTitle')}
            >
              {t('issued.once')}
            </Alert>
            <Labelled label={t('issued.clientId')}>
              <Copyable name={t('issued.clientId')} text={clientId} />
            </Labelled>
            <Labelled label={t('issued.clientSecret')}>
              <Copyable name={t('issued.clientSecret')} text={clientSecret} />
            </Labelled>
            <Labelled label={t('issued.curl')}>
              <Copyable name={t('issued.curl')} text={tokenCurl(clientId, clientSecret)} block />
            </Labelled>
            <Text size="sm" c="dimmed">
              {t('issued.localCertificate')}
            </Text>
            <Labelled label={t('issued.scimUrl')}>
              <Copyable name={t('issued.scimUrl')} text={`${location.origin}/scim/v2`} />
            </Labelled>
          </Stack>
        </details>
      </Stack>
    </Front>
  );
}
