import { Alert, Button, Paper, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LinkAnchor } from '../../components/link-anchor.tsx';
import { Loading } from '../../components/loading.tsx';
import { Section } from '../../components/section.tsx';
import { useIsOnline } from '../../offline/use-is-online.ts';
import { KeptForms, useKeptHere } from './kept-here.tsx';

/** In place of the server's list, while nobody can ask for it: what this device has of it. */
export function CutOff({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  const forms = useKeptHere();
  return (
    <>
      <Alert
        role="status"
        variant="outline"
        icon={<IconCloudOff />}
        title={t(isOnline ? 'forms.cutOff.noAnswer' : 'forms.cutOff.offline')}
      >
        <Text>{t('forms.cutOff.hint')}</Text>
        {isOnline && (
          <Button mt="sm" size="xs" variant="default" onClick={onRetry}>
            {t('problem.retry')}
          </Button>
        )}
      </Alert>
      {forms === undefined ? (
        <Loading />
      ) : (
        <Section
          title={t('forms.waitingHere')}
          actions={<LinkAnchor to="/outbox">{t('forms.toOutbox')}</LinkAnchor>}
        >
          <KeptForms forms={forms} />
          {forms.length === 0 && (
            <Paper withBorder p="xl" ta="center">
              <Text>{t('forms.cutOff.none')}</Text>
            </Paper>
          )}
        </Section>
      )}
    </>
  );
}
