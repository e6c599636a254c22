/** Signing in: the link by mail first, then the alternatives for people who have them. */
import { OnboardingPage } from '#features/people/auth/web/onboarding/onboarding-page.tsx';
import { OtherWays } from './other-ways.tsx';

export const SignInPage = () => <OnboardingPage otherWays={<OtherWays />} />;
