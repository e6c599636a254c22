/** The family step: a book for each child, with a line for the next; can be skipped. */

import { t } from '@lingui/core/macro';
import { type ReactNode, useRef, useState } from 'react';
import type { Input, Output } from '#contract/endpoint.ts';
import { family } from '#features/household/family/contract.ts';
import { Book } from '#web/book.tsx';
import { useFormCall } from '#web/form-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { BookShelf } from './book-shelf.tsx';
import { EMPTY_ENTRY, entryErrors, missingText, type NewChild, readEntry } from './new-child.ts';
import { NewChildLine } from './new-child-line.tsx';

type Books = Output<typeof family.setup>['children'];
type Setup = Input<typeof family.setup>;

interface FamilyStepProps {
  /** The family's existing books. */
  open: Books;
  encryption: Encryption;
  onDone: OnDone;
}

/** Whether the wallet, set up later, will be encrypted. */
interface Encryption {
  isOn: boolean;
  /** The control for it, below the children. */
  part: ReactNode;
}

/** `isSkipped`: by "Skip Setup", which also skips the later steps. */
type OnDone = (books: Books, how: { isSkipped: boolean }) => void;

export function FamilyStep({ open, encryption, onDone }: FamilyStepProps) {
  const form = useEntries(open, encryption, onDone);
  return (
    <Book
      title={t`Who gets a savings book?`}
      lead={t`Each child gets a savings book. A name and an age are enough for now.`}
    >
      <div className="grid gap-6">
        <Form onSubmit={form.finish} errors={form.errors}>
          <BookShelf open={open} added={form.added} onRemove={form.remove} />
          <div className="grid gap-4">
            <NewChildLine
              entry={form.entry}
              slot={open.length + form.added.length}
              onChange={form.setEntry}
            />
            <Button look="alt" className="justify-self-start" onClick={form.add}>
              <PlusIcon size={20} /> {t`Add Child`}
            </Button>
          </div>
          {encryption.part}
          <div className="form-actions rule-above pt-6">
            <Button type="submit" busy={form.busy}>{t`Continue`}</Button>
            <Button look="quiet" onClick={form.skip}>{t`Skip Setup`}</Button>
          </div>
          <p className="sub">
            {t`You can add, change and close books at any time on the dashboard.`}
          </p>
        </Form>
      </div>
    </Book>
  );
}

function useEntries(open: Books, encryption: Encryption, onDone: OnDone) {
  const [added, setAdded] = useState<readonly NewChild[]>([]);
  const [entry, setEntry] = useState(EMPTY_ENTRY);
  const isSkipped = useRef(false);
  const setup = useSetup((books) => onDone(books, { isSkipped: isSkipped.current }));
  const save = (children: readonly NewChild[], skips = false) => {
    isSkipped.current = skips;
    const useEncryption = encryption.isOn && !skips;
    setup.submit({ ...setupInput(children), ...(useEncryption && { useEncryption }) });
  };
  const accept = (): NewChild | undefined => {
    const wrong = entryErrors(entry);
    setup.refuse(wrong ?? {});
    if (wrong) return refusedToast(wrong);
    return readEntry(entry);
  };
  return {
    added,
    entry,
    setEntry,
    errors: setup.errors,
    busy: setup.busy,
    add() {
      const child = accept();
      if (!child) return;
      setAdded([...added, child]);
      setEntry(EMPTY_ENTRY);
      document.querySelector<HTMLInputElement>('input[name="name"]')?.focus();
    },
    remove: (child: NewChild) => setAdded(added.filter((one) => one !== child)),
    finish() {
      const blank = entry.name.trim() === '' && entry.age.trim() === '';
      if (blank && added.length + open.length > 0) return save(added);
      const child = accept();
      if (child) save([...added, child]);
    },
    // Skipping the rest saves the children already on the shelf.
    skip: () => save(added, true),
  };
}

function useSetup(onDone: (books: Books) => void) {
  return useFormCall(family.setup, {
    failed: t`Failed to setup family`,
    fields: [],
    toasts: {
      done: ({ children }) => ({
        title: t`Family Setup Complete`,
        description:
          children.length > 0
            ? t`Everything is recorded.`
            : t`You can add children whenever you like.`,
      }),
      failed: (description) => ({ title: t`Setup Error`, description }),
    },
    onDone: ({ children }) => onDone(children),
  });
}

const setupInput = (children: readonly NewChild[]): Setup => ({
  children: [...children],
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** An invalid field is not also missing. */
function refusedToast(errors: FormErrors): undefined {
  const description = errors.name ?? errors.age ?? errors.weeklyAllowance ?? errors.form;
  const isMissing = description === missingText();
  const title = isMissing ? t`Missing Information` : errors.age ? t`Invalid Age` : t`Setup Error`;
  toast({ title, description, destructive: true, inline: true });
}
