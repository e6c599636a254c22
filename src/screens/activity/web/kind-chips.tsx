/** Filters requests by kind; rendered once several kinds are pending. */
import { t } from '@lingui/core/macro';
import { KINDS, type Kind, type Row } from '../../dashboard/web/needs-you-rows.ts';

export interface KindChipsProps {
  waiting: readonly Row[];
  value: Kind | 'all';
  onChange: (value: Kind | 'all') => void;
}

export function KindChips({ waiting, value, onChange }: KindChipsProps) {
  const count = (kind: Kind) => waiting.filter((one) => one.kind === kind).length;
  const kinds = KINDS.filter((kind) => count(kind) > 0);
  if (kinds.length < 2) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form, and this is none.
    <div className="ask-chips" role="group" aria-label={t`Show`}>
      {(['all', ...kinds] as const).map((kind) => (
        <button
          key={kind}
          type="button"
          className="ask-chip"
          aria-pressed={kind === value}
          onClick={() => onChange(kind)}
        >
          {kindText(kind)} {kind === 'all' ? waiting.length : count(kind)}
        </button>
      ))}
    </div>
  );
}

function kindText(kind: Kind | 'all'): string {
  const words = {
    all: t`All`,
    deposits: t`Deposits`,
    sends: t`To pay`,
    savings: t`Savings`,
    goals: t`Goals`,
    transfers: t`Transfers`,
    records: t`Records`,
  };
  return words[kind];
}
