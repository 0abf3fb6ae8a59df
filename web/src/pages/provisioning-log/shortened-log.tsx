import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { provisioningQuery } from '../../api/provisioning.ts';
import { Callout } from '../../components/callout.tsx';
import { Sentence, SLOT } from '../../components/sentence.tsx';
import { Time } from '../../components/time.tsx';
import { useTranslation } from '../../texts.ts';

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
