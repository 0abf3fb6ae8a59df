import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewCalendarAddress } from '#calendar/app-types.ts';
import { calendarQuery, endCalendarAddress, makeCalendarAddress } from '#web/api/calendar.ts';
import { ConsentButton } from '#web/components/consent-button.tsx';
import { Problem } from '#web/components/problem.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { SecretDialog } from '#web/components/secret-dialog.tsx';
import { Section } from '#web/components/section.tsx';
import { Time } from '#web/components/time.tsx';
import { useAct } from '#web/components/use-act.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** The address at which calendar programs read the due forms of the person. It is shown when it is made. */
export function OwnCalendar() {
  const { t } = useTranslation();
  const query = useQuery(calendarQuery);
  const [made, setMade] = useState<NewCalendarAddress>();
  const create = useAct(makeCalendarAddress, setMade);
  const createdAt = query.data?.createdAt;
  return (
    <Section title={t('calendar.title')} lead={t('calendar.lead')}>
      <QueryState query={query} />
      {create.problem && <Problem error={create.problem} />}
      {query.data && createdAt === undefined && (
        <Group>
          <Button
            variant="default"
            loading={create.isRunning}
            onClick={() => create.run(undefined)}
          >
            {t('calendar.create')}
          </Button>
        </Group>
      )}
      {createdAt !== undefined && (
        <Group>
          <Text>
            {t('calendar.created')} <Time at={createdAt} />
          </Text>
          <ConsentButton
            label={t('calendar.renew')}
            title={t('calendar.renewTitle')}
            verb={t('calendar.renewVerb')}
            act={async () => setMade(await makeCalendarAddress())}
          >
            <Text>{t('calendar.renewLead')}</Text>
          </ConsentButton>
          <ConsentButton
            label={t('calendar.turnOff')}
            title={t('calendar.turnOffTitle')}
            verb={t('calendar.turnOffVerb')}
            act={endCalendarAddress}
            notice={t('calendar.turnedOff')}
          >
            <Text>{t('calendar.turnOffLead')}</Text>
          </ConsentButton>
        </Group>
      )}
      {made && (
        <SecretDialog
          title={t('calendar.made')}
          once={t('calendar.once')}
          lead={t('calendar.onceLead')}
          shown={[{ label: t('calendar.address'), text: made.address }]}
          stored={t('calendar.stored')}
          onDone={() => setMade(undefined)}
        />
      )}
    </Section>
  );
}
