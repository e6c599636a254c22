/** Access that ends with the spouse's removal: everything they have given to others. */

import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type SpouseAccess as Access, family } from '#features/household/family/contract.ts';
import { query } from '#web/query.ts';
import { Loaded } from '#web/ui/loaded.tsx';

export function SpouseAccess() {
  const access = useQuery({ ...query(family.spouseAccess, {}), staleTime: 0 });
  return (
    <Loaded answer={access} label={t`Loading what ends with them`} height="4rem">
      {(opened) => <Ending {...opened} />}
    </Loaded>
  );
}

function Ending({ signIns, invitations, handedOver }: Access) {
  if (signIns.length + invitations.length + handedOver === 0)
    return <p>{t`They haven’t set up a child’s sign-in or sent an invitation.`}</p>;
  return (
    <div className="grid gap-2">
      <p>{t`What they set up ends too:`}</p>
      <ul className="bullets break-anywhere">
        {signIns.map(({ childName, email }) => (
          <li key={email}>
            <Trans>
              {childName} signs in with {email}
            </Trans>
          </li>
        ))}
        {invitations.map(({ childName, email }) => (
          <li key={email}>
            <Trans>
              Invitation of {email} for {childName}
            </Trans>
          </li>
        ))}
        {handedOver > 0 && (
          <li>
            <Plural
              value={handedOver}
              one="# tablet that they handed to a child"
              other="# tablets that they handed to a child"
            />
          </li>
        )}
      </ul>
      {signIns.length > 0 && <p>{t`You can invite a child again afterwards.`}</p>}
    </div>
  );
}
