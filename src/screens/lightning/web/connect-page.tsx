/** /lightning-connect, with the family's choice of recording pay days automatically. */
import { AutomaticPayDays } from '#features/household/family/web/pay-day-settings.tsx';
import { ConnectPage } from '#features/money/lightning/web/connect/connect-page.tsx';

export const ConnectLightningPage = () => <ConnectPage automatic={<AutomaticPayDays />} />;
