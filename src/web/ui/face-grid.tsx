/** Twelve pictures of a child to choose from. */
import { t } from '@lingui/core/macro';
import { FACES, type FaceName } from '#core/faces.ts';
import { Avatar } from './avatar.tsx';
import './face-grid.css';

interface FaceGridProps {
  name: string;
  slot: number;
  chosen: FaceName | undefined;
  onChoose: (face: FaceName) => void;
}

export function FaceGrid({ name, slot, chosen, onChoose }: FaceGridProps) {
  return (
    <ul className="faces">
      {FACES.map((face) => (
        <li key={face}>
          <button
            type="button"
            className="face-choice"
            aria-pressed={face === chosen}
            aria-label={faceWord(face)}
            onClick={() => onChoose(face)}
          >
            <Avatar name={name} slot={slot} drawing={face} size={68} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The description for screen readers. */
function faceWord(face: FaceName): string {
  const words: Record<FaceName, string> = {
    boy: t`Short brown hair`,
    girl: t`Long brown hair`,
    curls: t`Dark curls`,
    braids: t`Two braids`,
    glasses: t`Glasses and black hair`,
    headscarf: t`Headscarf`,
    freckles: t`Red hair and freckles`,
    fox: t`Fox`,
    owl: t`Owl`,
    rabbit: t`Rabbit`,
    bear: t`Bear`,
    letter: t`First letter of the name`,
  };
  return words[face];
}
