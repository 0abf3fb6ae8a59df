import { List } from '@mantine/core';
import { useTranslation } from '../../texts.ts';

const CONSEQUENCES = [
  'sessionsEnd',
  'credentialsRest',
  'credentialsBlocked',
  'credentialsEnd',
  'groupsLeft',
  'peopleManaged',
  'formsStay',
] as const;

interface ConsequencesProps {
  /** How many things each of them is about. */
  readonly counts: Readonly<Partial<Record<(typeof CONSEQUENCES)[number], number>>>;
}

/** What happens when somebody leaves, as entries of a list; what happens to nothing is left out. */
export function Consequences({ counts }: ConsequencesProps) {
  const { t } = useTranslation();
  return CONSEQUENCES.map((each) => {
    const count = counts[each] ?? 0;
    return count > 0 && <List.Item key={each}>{t(`users.${each}`, { count })}</List.Item>;
  });
}
