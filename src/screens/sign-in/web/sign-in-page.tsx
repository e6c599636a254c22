/** Signing in: the link by mail first, and below it the other ways for people who have them. */
import { OnboardingPage } from '#features/people/auth/web/onboarding/onboarding-page.tsx';
import { OtherWays } from './other-ways.tsx';

export const SignInPage = () => <OnboardingPage otherWays={<OtherWays />} />;
