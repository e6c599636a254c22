/** A new word in the text: a tap shows its meaning, a second tap hides it. */
import { t } from '@lingui/core/macro';
import { type ReactNode, useId, useState } from 'react';
import { i18n } from '#web/messages/i18n.ts';
import type { Found, NewWord as Word } from './new-words.ts';

/** The text of a run, with its new words. */
export function WithNewWords({ text, found }: { text: string; found: readonly Found[] }) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { word, start, end } of found) {
    parts.push(
      text.slice(at, start),
      <NewWord key={start} word={word} text={text.slice(start, end)} />,
    );
    at = end;
  }
  return <>{[...parts, text.slice(at)]}</>;
}

function NewWord({ word, text }: { word: Word; text: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className="new-word"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {text}
      </button>
      {open && (
        <span id={id} role="note" className="new-word-meaning" lang={i18n.locale}>
          {meaningOf(word)}
        </span>
      )}
    </>
  );
}

function meaningOf(word: Word): string {
  const meanings: Record<Word, () => string> = {
    blockchain: () => t`the list of all Bitcoin payments; many computers keep the same one`,
    wallet: () => t`an app or a small device that looks after the keys to bitcoin`,
    node: () => t`a computer that keeps the list and checks every payment`,
    block: () => t`a page of new payments on the list, about every 10 minutes`,
    fee: () => t`a few sats on top, for those who carry the payment`,
    address: () => t`like a letterbox: anyone may know it and put sats in`,
    lightning: () => t`a fast road for small payments; it takes seconds`,
  };
  return meanings[word]();
}
