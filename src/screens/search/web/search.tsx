/** The open search, and the dialog of an action chosen in it. */
import { useState } from 'react';
import { bandOf } from '#features/people/children/rules.ts';
import { useFamilyBook } from '#screens/dashboard/web/calls.ts';
import { type OwnDialog, OwnDialogs } from '#screens/dashboard/web/child-own-dialogs.tsx';
import { type OpenDialog, ParentDialogs } from '#screens/dashboard/web/parent-dialogs.tsx';
import { type Reader, useReader } from '#screens/dashboard/web/use-reader.ts';
import type { Act } from './hits.ts';
import { SearchDialog } from './search-dialog.tsx';

export interface SearchProps {
  onKeys: () => void;
  onClose: () => void;
}

export function Search({ onKeys, onClose }: SearchProps) {
  const reader = useReader();
  const [act, setAct] = useState<Exclude<Act, 'keys'>>();
  if (!reader) return null;
  if (!act)
    return (
      <SearchDialog
        reader={reader}
        onAct={(chosen) => (chosen === 'keys' ? onKeys() : setAct(chosen))}
        onClose={onClose}
      />
    );
  if ('parent' in act)
    return (
      <ParentAct dialog={act.parent} onOpen={(parent) => setAct({ parent })} onClose={onClose} />
    );
  return <ChildAct dialog={act.child} reader={reader} onClose={onClose} />;
}

interface ParentActProps {
  dialog: OpenDialog;
  onOpen: (dialog: OpenDialog) => void;
  onClose: () => void;
}

function ParentAct(props: ParentActProps) {
  const book = useFamilyBook();
  return book && <ParentDialogs book={book} {...props} />;
}

interface ChildActProps {
  dialog: OwnDialog;
  reader: Reader;
  onClose: () => void;
}

function ChildAct({ dialog, reader: { books, timeZone }, onClose }: ChildActProps) {
  const [child] = books;
  if (!child) return null;
  const one = { dialog, child, timeZone, onClose };
  return <OwnDialogs {...one} band={bandOf(child.age)} />;
}
