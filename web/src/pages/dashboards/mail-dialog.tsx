// Each reader decides for themselves when a dashboard is mailed. The mail has a link and no numbers, because rights may
// change before it is read.
import { Button, NativeSelect, SimpleGrid, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { DashboardMailBody, DashboardMailDetail } from '#answer-tables/app-types.ts';
import { dashboardMailQuery, endMails, startMails } from '#web/api/dashboards.ts';
import { dateTimeText, weekdayText } from '#web/components/calendar-formats.ts';
import { Callout } from '#web/components/callout.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { clockText } from '#web/components/formats.ts';
import { Problem } from '#web/components/problem.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import {
  type Rhythm,
  RhythmFields,
  rhythmOf,
  storedRhythm,
} from '#web/components/rhythm-fields.tsx';
import { useAct } from '#web/components/use-act.ts';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';

const DEFAULT_HOUR = 8;

interface MailDialogProps {
  /** The id of the dashboard. */
  readonly id: string;
  readonly onClose: () => void;
}

/** Chooses when the reader gets a mail with the link of a dashboard, or ends these mails. */
export function MailDialog({ id, onClose }: MailDialogProps) {
  const { t } = useTranslation();
  const query = useQuery(dashboardMailQuery(id));
  const { data } = query;
  if (data?.mailOffered && data.email !== undefined) {
    return <ScheduleDialog {...{ id, data, onClose }} email={data.email} />;
  }
  const reason = data?.mailOffered === true ? 'noAddress' : 'off';
  return (
    <Dialog title={t('dashboards.mail.title')} onClose={onClose}>
      <QueryState what={t('dashboards.mail.title')} query={query} />
      {data && (
        <Callout tone="amber" icon={IconMailOff} title={t(`dashboards.mail.${reason}`)}>
          <Text size="sm">{t(`dashboards.mail.${reason}Hint`)}</Text>
        </Callout>
      )}
    </Dialog>
  );
}

/** What is chosen, as the lists hold it. */
interface Values extends Rhythm {
  readonly hour: string;
}

interface ScheduleDialogProps extends MailDialogProps {
  readonly data: DashboardMailDetail;
  readonly email: string;
}

function ScheduleDialog({ id, data: { mail, timeZone }, email, onClose }: ScheduleDialogProps) {
  const { t, i18n } = useTranslation();
  const close = (text: string) => () => {
    notifications.show({ message: text });
    onClose();
  };
  const form = useSendForm<Values, DashboardMailDetail>({
    initialValues: valuesOf(mail),
    send: (values) => startMails(id, scheduleOf(values)),
    done: close(t('dashboards.mail.started')),
  });
  const end = useAct(() => endMails(id), close(t('dashboards.mail.ended')));
  const at =
    mail &&
    `${weekdayText(new Date(mail.nextAt), i18n.locale, timeZone)}, ${dateTimeText(new Date(mail.nextAt), i18n.locale, timeZone)}`;
  return (
    <FormDialog
      title={t('dashboards.mail.title')}
      form={form}
      verb={t('dashboards.save')}
      onClose={onClose}
    >
      <Text size="sm">{t('dashboards.mail.lead')}</Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <RhythmFields form={form} />
        <NativeSelect
          label={t('dashboards.mail.hour')}
          description={t('dashboards.mail.zone', { zone: timeZone })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={Array.from({ length: 24 }, (_, hour) => ({
            value: String(hour),
            label: hourText(hour, i18n.locale),
          }))}
          {...form.getInputProps('hour')}
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed" className="wrap-anywhere">
        {at === undefined
          ? t('dashboards.mail.to', { email })
          : t('dashboards.mail.next', { at, email })}
      </Text>
      {end.problem && <Problem error={end.problem} />}
      {mail && (
        <Button variant="default" loading={end.isRunning} onClick={() => end.run(undefined)}>
          {t('dashboards.mail.end')}
        </Button>
      )}
    </FormDialog>
  );
}

const hourText = (hour: number, language: string): string =>
  clockText(new Date(Date.UTC(2024, 0, 1, hour)), language, 'UTC');

const valuesOf = (mail: DashboardMailDetail['mail']): Values => ({
  ...rhythmOf(mail),
  hour: String(mail?.hour ?? DEFAULT_HOUR),
});

const scheduleOf = ({ hour, ...rhythm }: Values): DashboardMailBody => ({
  ...storedRhythm(rhythm),
  hour: Number(hour),
});
