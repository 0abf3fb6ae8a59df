import { useTranslation } from '../texts.ts';
import { Loading } from './loading.tsx';
import { Problem } from './problem.tsx';

interface QueryStateProps {
  /** Names what is loaded, for the title when that fails. */
  readonly what?: string;
  readonly query: {
    readonly isPending: boolean;
    readonly error: Error | null;
    refetch(): Promise<unknown>;
  };
}

/** What there is to see of a query that has no answer: that it is under way, or why it failed. */
export function QueryState({ what, query: { isPending, error, refetch } }: QueryStateProps) {
  const { t } = useTranslation();
  if (isPending) return <Loading />;
  if (error === null) return null;
  const title = what === undefined ? undefined : t('problem.notLoadedOf', { what });
  return <Problem error={error} title={title} onRetry={() => void refetch()} />;
}
