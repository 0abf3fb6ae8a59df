// The pages before the sign-in. They are loaded without the rest of the app, which follows once somebody is signed in.
import { type ComponentType, Suspense } from 'react';
import { Loading } from '#web/components/loading.tsx';
import { FrontBoundary } from '#web/front/front-boundary.tsx';
import { part } from '#web/front/part.ts';
import { usePathname } from '#web/front/way.ts';
import { SignInPage } from '#web/pages/sign-in/sign-in-page.tsx';

const ForgottenPasswordPage = part(
  async () =>
    (await import('#web/pages/forgotten-password/forgotten-password-page.tsx'))
      .ForgottenPasswordPage,
);
const SetUpPage = part(
  async () => (await import('#web/pages/set-up/set-up-page.tsx')).SetUpPage,
  ['credentials'],
);
const LinkPage = part(async () => (await import('#web/pages/links/link-page.tsx')).LinkPage);
const UnsubscribePage = part(
  async () => (await import('#web/pages/unsubscribe/unsubscribe-page.tsx')).UnsubscribePage,
);
const AnswerPage = part(
  async () => (await import('#web/pages/answer/answer-page.tsx')).AnswerPage,
  ['answer'],
);
const HelpPage = part(
  async () => (await import('#web/pages/help/help-page.tsx')).HelpPage,
  ['help'],
);

const PAGES: ReadonlyMap<string, ComponentType> = new Map<string, ComponentType>([
  ['/forgotten-password', ForgottenPasswordPage],
  ['/set-up', SetUpPage],
  ['/invitation', LinkPage],
  ['/reset-password', LinkPage],
  ['/unsubscribe', UnsubscribePage],
  ['/answer', AnswerPage],
  ['/help/basic-authentication', HelpPage],
  ['/docs', HelpPage],
]);

/** The page of the address; its texts of the area `signIn` are loaded. */
export function FrontApp() {
  const Page = PAGES.get(usePathname()) ?? SignInPage;
  return (
    <FrontBoundary>
      <Suspense fallback={<Loading />}>
        <Page />
      </Suspense>
    </FrontBoundary>
  );
}
