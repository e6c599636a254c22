/** Eight colors of a book to choose from. */
import { t } from '@lingui/core/macro';
import { COVERS, type CoverName } from '#core/covers.ts';
import { TickIcon } from './icons.tsx';
import './face-grid.css';

interface CoverGridProps {
  chosen: CoverName;
  onChoose: (cover: CoverName) => void;
}

export function CoverGrid({ chosen, onChoose }: CoverGridProps) {
  return (
    <ul className="covers">
      {COVERS.map((cover) => (
        <li key={cover}>
          <button
            type="button"
            className="cover-choice"
            data-cover={cover}
            aria-pressed={cover === chosen}
            aria-label={coverWord(cover)}
            onClick={() => onChoose(cover)}
          >
            {cover === chosen && <TickIcon size={22} />}
          </button>
        </li>
      ))}
    </ul>
  );
}

function coverWord(cover: CoverName): string {
  const words: Record<CoverName, string> = {
    evergreen: t`Evergreen`,
    lagoon: t`Lagoon`,
    ocean: t`Ocean blue`,
    night: t`Night blue`,
    violet: t`Violet`,
    berry: t`Berry`,
    clay: t`Clay`,
    cocoa: t`Cocoa`,
  };
  return words[cover];
}
