import { Component, type ReactNode } from 'react';
import { Problem } from '#web/components/problem.tsx';
import { Front } from '#web/shell/front.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { asError } from './use-server-answer.ts';

interface State {
  readonly error?: Error;
}

/** Shows what went wrong in place of a page that could not be shown, such as a part that could not be loaded. */
export class FrontBoundary extends Component<{ readonly children: ReactNode }, State> {
  override readonly state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error: asError(error) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === undefined ? this.props.children : <FailedFront error={error} />;
  }
}

/** A page before the sign-in that needs an answer which did not come. */
export function FailedFront({ error }: { readonly error: Error }) {
  const { t } = useTranslation();
  return (
    <Front title={t('problem.notOpened')}>
      <Problem error={error} title={t('problem.notOpened')} onRetry={() => location.reload()} />
    </Front>
  );
}
