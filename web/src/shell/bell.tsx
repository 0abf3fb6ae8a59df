import { Badge, Box } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { unreadQuery } from '#web/api/notices.ts';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './bell.module.css';

/** More than so many are shown as "99+". */
const MOST_SHOWN = 99;

/** Leads to the notices of the person, and shows how many are unread. */
export function Bell() {
  const { t } = useTranslation();
  // The stream brings the number (followUnread).
  const { data } = useQuery({ ...unreadQuery, enabled: false });
  const unread = data?.unread ?? 0;
  const shown = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread);
  const name = unread === 0 ? t('notices.title') : t('notices.bell', { shown });
  return (
    <LinkAnchor to="/notices" className={classes['bell']} aria-label={name} c="inherit">
      <IconBell size={20} aria-hidden />
      {unread > 0 && (
        <Box className={classes['count']} aria-hidden>
          <Badge size="sm" circle={shown.length === 1}>
            {shown}
          </Badge>
        </Box>
      )}
    </LinkAnchor>
  );
}
