import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { provisioningQuery } from '#web/api/provisioning.ts';
import { Callout } from '#web/components/callout.tsx';
import { Sentence, SLOT } from '#web/components/sentence.tsx';
import { Time } from '#web/components/time.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** Says from when on requests are missing, because the log reached its size limit. */
export function ShortenedLog() {
  const { t } = useTranslation();
  const { data } = useQuery(provisioningQuery);
  if (data?.logCutAt === undefined) return null;
  return (
    <Callout role="status" tone="amber" icon={IconAlertTriangle} title={t('log.shortened')}>
      <Sentence text={t('log.shortenedWhy', { when: SLOT })}>
        <Time at={data.logCutAt} isExact />
      </Sentence>
    </Callout>
  );
}
