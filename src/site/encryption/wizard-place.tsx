/** The wizard for signed-in parents, and the text for everyone else. */
import { Trans } from '@lingui/react/macro';

export function WizardPlace() {
  return (
    <div className="wizard-place" id="wallet">
      <div data-wizard="" />
      <div className="none wizard-visitor">
        <p>
          <Trans>You must be logged in to configure an encrypted Bitcoin wallet.</Trans>
        </p>
        <div className="acts">
          <a className="btn" href="/onboarding">
            <Trans>Sign in</Trans>
          </a>
        </div>
      </div>
    </div>
  );
}
