import { Alert } from '@mantine/core';
import { IconHourglassLow } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { retentionQuery } from '#web/api/retention.ts';
import { useSession } from '#web/api/session.ts';
import { dateText } from '#web/components/time-text.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface RetentionNoteProps {
  readonly templateId: string;
  /** Shows only what happens within this time, in milliseconds. */
  readonly within?: number;
}

/** Says when the next forms of a template are deleted or lose answers. */
export function RetentionNote({
  templateId,
  within = Number.POSITIVE_INFINITY,
}: RetentionNoteProps) {
  const { t, i18n } = useTranslation();
  const { timeZone } = useSession().account;
  const { data } = useQuery(retentionQuery(templateId));
  if (data?.rule === undefined || data.next === undefined) return undefined;
  const at = Date.parse(data.next.at);
  if (at - Date.now() > within) return undefined;
  const day = dateText(new Date(at), i18n.locale, timeZone);
  const { count } = data.next;
  return (
    <Alert role="status" variant="outline" icon={<IconHourglassLow />}>
      {t(`templates.retention.next.${data.rule.action}`, { count, day })}
    </Alert>
  );
}
