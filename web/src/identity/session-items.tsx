import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { SessionItem } from '#sign-in/app-types.ts';
import { ItemList } from '#web/components/item-list.tsx';
import { StateBadge } from '#web/components/state-badge.tsx';
import { Time } from '#web/components/time.tsx';
import { type TFunction, useTranslation } from '#web/texts/texts.ts';
import { deviceOf } from './device.ts';

interface SessionItemsProps {
  readonly items: readonly SessionItem[];
  /** Renders the actions of a session. */
  readonly actionOf?: (session: SessionItem) => ReactNode;
}

/** The sessions of a user, each with its browser. */
export function SessionItems({ items, actionOf }: SessionItemsProps) {
  const { t } = useTranslation();
  return (
    <ItemList
      items={items.map((session) => ({
        id: session.id,
        title: nameOf(session, t),
        state: session.current && (
          <StateBadge tone="green" icon={IconCircleCheck}>
            {t('sessions.current')}
          </StateBadge>
        ),
        facts: (
          <>
            {`${t(`sessions.methods.${session.method}`)} · ${t('sessions.from', { ip: session.ip })}`}
            {` · ${t('sessions.signedIn')} `}
            <Time at={session.signedInAt} />
            {` · ${t('sessions.seen')} `}
            <Time at={session.seenAt} />
          </>
        ),
        actions: actionOf?.(session),
      }))}
    />
  );
}

/** Returns `Firefox on Windows`, or the User-Agent itself for an unknown one. */
export function nameOf({ agent }: Pick<SessionItem, 'agent'>, t: TFunction): string {
  const device = deviceOf(agent);
  return device ? t('sessions.device', { ...device }) : (agent ?? t('sessions.unknown'));
}
