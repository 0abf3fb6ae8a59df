import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { waitingQuery } from '#web/api/reviews.ts';

/** Shows the number of forms that wait for the person’s review, behind “My reviews”. */
export function ReviewsBadge() {
  const { data } = useQuery(waitingQuery);
  const count = data?.total ?? 0;
  if (count === 0) return undefined;
  return <Badge>{count}</Badge>;
}
