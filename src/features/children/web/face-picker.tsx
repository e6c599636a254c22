/** Twelve pictures to choose from, on a child's page and in a dialog of its own. */
import { t } from '@lingui/core/macro';
import { FACES, type FaceName } from '#core/faces.ts';
import { type Child, children } from '#features/children/contract.ts';
import { useCall } from '#web/query.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import './face-picker.css';

export function FaceDialog({ child, onClose }: { child: Child; onClose: () => void }) {
  return (
    <Dialog title={t`Choose your picture`} onClose={onClose}>
      <Faces child={child} onChosen={onClose} />
    </Dialog>
  );
}

/** For a parent, among the child's details. */
export function FacePicker({ child }: { child: Child }) {
  return (
    <section className="grid gap-3" aria-labelledby="face-picker">
      <h3 id="face-picker">{t`All pictures`}</h3>
      <Faces child={child} />
    </section>
  );
}

function Faces({ child, onChosen }: { child: Child; onChosen?: () => void }) {
  const choose = useCall(children.chooseFace, { ...(onChosen && { onDone: onChosen }) });
  // At once, before the answer: a picture is tried on, not ordered.
  const chosen = choose.isPending ? choose.variables.input.face : child.face;
  return (
    <>
      <FaceGrid
        {...child}
        chosen={chosen}
        onChoose={(face) => choose.run({ id: child.id, face })}
      />
      <CallFailure error={choose.error} fallback={t`The picture could not be saved just now.`} />
    </>
  );
}

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

/** For those who do not see it. */
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
