import { Loading } from './loading.tsx';
import { Problem } from './problem.tsx';

interface QueryStateProps {
  readonly query: {
    readonly isPending: boolean;
    readonly error: Error | null;
    refetch(): Promise<unknown>;
  };
}

/** What there is to see of a query that has no answer: that it is under way, or why it failed. */
export function QueryState({ query: { isPending, error, refetch } }: QueryStateProps) {
  if (isPending) return <Loading />;
  return error && <Problem error={error} onRetry={() => void refetch()} />;
}
