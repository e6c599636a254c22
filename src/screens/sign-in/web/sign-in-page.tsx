/** Signing in: the link by mail first, and below it the other ways of people who have them. */
import { OnboardingPage } from '#features/auth/web/onboarding-page.tsx';
import { OtherWays } from './other-ways.tsx';

export const SignInPage = () => <OnboardingPage otherWays={<OtherWays />} />;
