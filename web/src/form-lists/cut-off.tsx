import { Alert, Button, Text } from '@mantine/core';
import { IconCloudOff, IconDeviceMobile } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { EmptyState } from '#web/components/empty-state.tsx';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Section } from '#web/components/section.tsx';
import { useIsOnline } from '#web/offline/use-is-online.ts';
import { page } from '#web/shell/page-parts.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { useKeptHere } from './kept-here.ts';

const KeptForms = page(() => import('./kept-forms.tsx'), 'KeptForms', ['forms']);

interface CutOffProps {
  readonly onRetry: () => void;
  /** What this device has beside forms. */
  readonly children?: ReactNode;
}

/** Replaces the server's list while the server cannot be reached, by the forms on this device. */
export function CutOff({ onRetry, children }: CutOffProps) {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  const forms = useKeptHere();
  return (
    <>
      <Alert
        role="status"
        variant="light"
        color="gray"
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
      {children}
      {forms === undefined ? (
        <Loading shape="rows" />
      ) : (
        <Section
          title={t('forms.waitingHere')}
          actions={<LinkAnchor to="/outbox">{t('forms.toOutbox')}</LinkAnchor>}
        >
          {forms.length === 0 ? (
            <EmptyState
              icon={IconDeviceMobile}
              title={t('forms.cutOff.none')}
              text={t('forms.cutOff.noneHint')}
            />
          ) : (
            <Suspense>
              <KeptForms forms={forms} isAgenda />
            </Suspense>
          )}
        </Section>
      )}
    </>
  );
}
