// What a person chooses is kept at once, row by row: there is nothing to save.
import { NativeSelect, SimpleGrid, Switch, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { NoticeSettings, NoticeSettingsChange } from '#notices/app-types.ts';
import { changeNoticeSettings, noticeSettingsQuery } from '#web/api/notice-settings.ts';
import { Callout } from '#web/components/callout.tsx';
import { clockText } from '#web/components/formats.ts';
import { Page } from '#web/components/page.tsx';
import { Problem } from '#web/components/problem.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { Section } from '#web/components/section.tsx';
import { useAct } from '#web/components/use-act.ts';
import { useTranslation } from '#web/texts/texts.ts';

const CHOICES = ['now', 'digest', 'off'] as const;
const QUIET = { from: 20, until: 7 } as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** How the person is told of what, and at what hours. */
export function NoticeSettingsPage() {
  const { t } = useTranslation();
  const query = useQuery(noticeSettingsQuery);
  const act = useAct(changeNoticeSettings, () => {
    notifications.show({ message: t('noticeSettings.saved') });
  });
  const settings = query.data;
  return (
    <Page title={t('noticeSettings.title')} lead={t('noticeSettings.lead')}>
      <QueryState what={t('noticeSettings.title')} query={query} />
      {act.problem && <Problem error={act.problem} />}
      {settings && <NoMail settings={settings} />}
      {settings && <Kinds {...{ settings, act }} />}
      {settings?.pushOffered === true && <Pushes {...{ settings, act }} />}
      {settings && <Hours {...{ settings, act }} />}
    </Page>
  );
}

interface PartProps {
  readonly settings: NoticeSettings;
  readonly act: ReturnType<typeof useAct<NoticeSettingsChange, void>>;
}

/** Says why no mail comes, whatever is chosen. */
function NoMail({ settings: { mailOffered, email } }: Pick<PartProps, 'settings'>) {
  const { t } = useTranslation();
  if (mailOffered && email !== undefined) return null;
  const reason = mailOffered ? 'noAddress' : 'mailOff';
  return (
    <Callout tone="amber" icon={IconMailOff} title={t(`noticeSettings.${reason}`)}>
      <Text size="sm">{t(`noticeSettings.${reason}Hint`)}</Text>
    </Callout>
  );
}

function Kinds({ settings: { kinds, email }, act }: PartProps) {
  const { t } = useTranslation();
  const lead =
    email === undefined ? t('noticeSettings.mailLead') : t('noticeSettings.mailLeadTo', { email });
  return (
    <Section title={t('noticeSettings.mails')} lead={lead}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: 'end' }}>
        {kinds.map(({ kind, mail }) => (
          <NativeSelect
            key={kind}
            label={t(`noticeSettings.kinds.${kind}`)}
            data={CHOICES.map((value) => ({ value, label: t(`noticeSettings.choices.${value}`) }))}
            value={mail}
            onChange={({ currentTarget: { value } }) => {
              const chosen = CHOICES.find((each) => each === value);
              if (chosen !== undefined) act.run({ kinds: [{ kind, mail: chosen }] });
            }}
          />
        ))}
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {t('noticeSettings.always')}
      </Text>
    </Section>
  );
}

/** Which kinds are shown by the devices on which the person gets news. */
function Pushes({ settings: { kinds }, act }: PartProps) {
  const { t } = useTranslation();
  return (
    <Section title={t('noticeSettings.pushes')} lead={t('noticeSettings.pushLead')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {kinds.map(({ kind, push }) => (
          <Switch
            key={kind}
            label={t(`noticeSettings.kinds.${kind}`)}
            checked={push === 'now'}
            onChange={({ currentTarget: { checked } }) =>
              act.run({ kinds: [{ kind, push: checked ? 'now' : 'off' }] })
            }
          />
        ))}
      </SimpleGrid>
    </Section>
  );
}

function Hours({ settings, act }: PartProps) {
  const { t, i18n } = useTranslation();
  const { digestHour, quiet, timeZone, ownTimeZone } = settings;
  const hours = HOURS.map((hour) => ({
    value: String(hour),
    label: clockText(new Date(Date.UTC(2024, 0, 1, hour)), i18n.locale, 'UTC'),
  }));
  const zones = [...new Set(['UTC', timeZone, ...Intl.supportedValuesOf('timeZone')])];
  return (
    <Section
      title={t('noticeSettings.hours')}
      lead={t('noticeSettings.hoursLead', { zone: timeZone })}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NativeSelect
          label={t('noticeSettings.digestHour')}
          data={hours}
          value={String(digestHour)}
          onChange={({ currentTarget: { value } }) => act.run({ digestHour: Number(value) })}
        />
        <NativeSelect
          label={t('noticeSettings.timeZone')}
          data={[{ value: '', label: t('noticeSettings.sameZone') }, ...zones]}
          value={ownTimeZone ?? ''}
          onChange={({ currentTarget: { value } }) =>
            act.run({ ownTimeZone: value === '' ? null : value })
          }
        />
      </SimpleGrid>
      <Switch
        label={t('noticeSettings.quiet')}
        description={t('noticeSettings.quietHint')}
        checked={quiet !== null}
        onChange={({ currentTarget: { checked } }) => act.run({ quiet: checked ? QUIET : null })}
      />
      {quiet && (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {(['from', 'until'] as const).map((end) => (
            <NativeSelect
              key={end}
              label={t(`noticeSettings.quietEnds.${end}`)}
              data={hours}
              value={String(quiet[end])}
              onChange={({ currentTarget: { value } }) =>
                act.run({ quiet: { ...quiet, [end]: Number(value) } })
              }
            />
          ))}
        </SimpleGrid>
      )}
    </Section>
  );
}
