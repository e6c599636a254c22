/** /logo-demo: the three family trees, each in the sizes of a mark. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ComponentType, ReactNode } from 'react';
import { BookTree, Branches, Sapling } from './logo-options.tsx';
import { Sheet, WayHome } from './sheet.tsx';
import { SiteFrame } from './site-frame.tsx';

/** Pixels. */
const SIZES = [24, 32, 48] as const;

export function LogoDemo() {
  return (
    <SiteFrame>
      <Sheet
        title={<Trans>Three family trees</Trans>}
        lead={
          <Trans>
            A family tree that grows like savings do. Three drawings, in the three sizes in which a
            mark is used.
          </Trans>
        }
      >
        <Option title={<Trans>Sapling</Trans>} Mark={Sapling} chosen>
          <Trans>Three crowns on one stem: two small ones lean on a big one.</Trans>
        </Option>
        <Option title={<Trans>Branches</Trans>} Mark={Branches}>
          <Trans>Two grown-ups above, two children on the lower branches.</Trans>
        </Option>
        <Option title={<Trans>Book tree</Trans>} Mark={BookTree}>
          <Trans>A stamp is the crown, and an open savings book the ground it grows from.</Trans>
        </Option>
        <WayHome />
      </Sheet>
    </SiteFrame>
  );
}

interface OptionProps {
  title: ReactNode;
  Mark: ComponentType<{ size: number }>;
  /** The mark in use. */
  chosen?: boolean;
  children: ReactNode;
}

function Option({ title, Mark, chosen, children }: OptionProps) {
  const { t } = useLingui();
  return (
    <section className="part option" data-logo="">
      <div className="option-words">
        <h2>
          {title}
          {chosen && (
            <span className="chip chip-green">
              <Trans>In use</Trans>
            </span>
          )}
        </h2>
        <p className="soft">{children}</p>
      </div>
      <ul className="sizes">
        {SIZES.map((size) => (
          <li key={size} className="size">
            <Mark size={size} />
            <span className="soft">{t`${size} px`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
