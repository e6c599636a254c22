/** The appearance of a child and its book, on the child's page and in a separate dialog. */
import { t } from '@lingui/core/macro';
import { type Child, children } from '#features/people/children/contract.ts';
import { useCall } from '#web/query.ts';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { CoverGrid } from '#web/ui/cover-grid.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FaceGrid } from '#web/ui/face-grid.tsx';

export function FaceDialog({ child, onClose }: { child: Child; onClose: () => void }) {
  return (
    <Dialog title={t`Choose your picture`} onClose={onClose}>
      <Faces child={child} onChosen={onClose} />
      <CoverPicker child={child} />
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

/** The color takes effect immediately; the dialog stays open. */
export function CoverPicker({ child }: { child: Child }) {
  const choose = useCall(children.chooseFace);
  const chosen = (choose.isPending && choose.variables.input.cover) || child.cover;
  return (
    <section className="grid gap-3 pt-5" aria-labelledby="cover-picker">
      <h3 id="cover-picker">{t`The color of the book`}</h3>
      <CoverGrid chosen={chosen} onChoose={(cover) => choose.run({ id: child.id, cover })} />
      <CallFailure error={choose.error} fallback={t`The color could not be saved just now.`} />
    </section>
  );
}

function Faces({ child, onChosen }: { child: Child; onChosen?: () => void }) {
  const choose = useCall(children.chooseFace, { ...(onChosen && { onDone: onChosen }) });
  // Shown before the reply arrives, for trying out pictures.
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
