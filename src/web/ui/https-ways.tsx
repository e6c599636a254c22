/** Explains how to get an https address where plain http at home rules something out. */
import { t } from '@lingui/core/macro';
import './https-ways.css';

export function HttpsWays() {
  return (
    <div className="grid gap-2">
      <p>{t`Whoever runs Satling gets an address with https in one of three ways:`}</p>
      <ul className="https-ways">
        <li>{t`a web server in front of it with a certificate for a name of your own, such as Caddy;`}</li>
        <li>{t`a private network that gives this machine a name with a certificate, such as Tailscale;`}</li>
        <li>{t`the https of the home server’s app store, where it has one, such as StartOS or YunoHost.`}</li>
      </ul>
    </div>
  );
}
