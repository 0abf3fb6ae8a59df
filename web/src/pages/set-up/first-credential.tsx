import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { SetUpAnswer } from '#sign-in/app-types.ts';
import { Copyable } from '#web/components/copyable.tsx';
import { tokenCurl } from '#web/components/curl-lines.ts';
import { Labelled } from '#web/components/labelled.tsx';
import { enter } from '#web/front/way.ts';
import { Front } from '#web/shell/front.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** The credential of the first admin, shown only once, and a button to go on. */
export function FirstCredential({ clientId, clientSecret }: SetUpAnswer) {
  const { t } = useTranslation();
  return (
    <Front title={t('setUp.doneTitle')} lead={t('setUp.doneLead')}>
      <Stack>
        <Alert variant="outline" color="harbour" icon={<IconKey />} title={t('secret.onceTitle')}>
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
        <Button onClick={() => void enter('/')}>{t('setUp.go')}</Button>
      </Stack>
    </Front>
  );
}
