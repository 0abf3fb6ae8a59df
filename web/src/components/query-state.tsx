import { useTranslation } from '#web/texts/texts.ts';
import { Loading } from './loading.tsx';
import { Problem } from './problem.tsx';

interface QueryStateProps {
  /** Names what is loaded, for the title of the error. */
  readonly what?: string;
  readonly query: {
    readonly isPending: boolean;
    readonly error: Error | null;
    refetch(): Promise<unknown>;
  };
}

/** The state of a query without data: it is loading, or it failed. */
export function QueryState({ what, query: { isPending, error, refetch } }: QueryStateProps) {
  const { t } = useTranslation();
  if (isPending) return <Loading />;
  if (error === null) return null;
  const title = what === undefined ? undefined : t('problem.notLoadedOf', { what });
  return <Problem error={error} title={title} onRetry={() => void refetch()} />;
}
