import { List } from '@mantine/core';
import { useTranslation } from '#web/texts/texts.ts';

const CONSEQUENCES = [
  'sessionsEnd',
  'credentialsRest',
  'credentialsBlocked',
  'credentialsEnd',
  'groupsLeft',
  'peopleManaged',
  'formsStay',
  'seriesLeft',
  'seriesFail',
  'rulesStop',
  'exportsStop',
  'exportsEnd',
] as const;

interface ConsequencesProps {
  /** The number of sessions, credentials and so on that each consequence affects. */
  readonly counts: Readonly<Partial<Record<(typeof CONSEQUENCES)[number], number>>>;
}

/** The consequences of deactivating or deleting a user, as list items. One that affects nothing is left out. */
export function Consequences({ counts }: ConsequencesProps) {
  const { t } = useTranslation();
  return CONSEQUENCES.map((each) => {
    const count = counts[each] ?? 0;
    return count > 0 && <List.Item key={each}>{t(`users.${each}`, { count })}</List.Item>;
  });
}
