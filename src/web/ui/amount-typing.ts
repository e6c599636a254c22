/** One edit of an amount field: the text without the marks that the field itself inserted. */
import type { ShownAmount } from './amount.ts';

export interface Edited {
  text: string;
  /** The position of the caret in `text`. */
  caret: number;
}

/**
 * The field groups digits while they are typed, so a comma between two digits may be the field's or
 * the person's. Text inserted by this edit is the person's; around it, marks are the field's. An
 * edit that replaces everything (a script, a password manager) is entirely the person's.
 */
export function editedText(input: HTMLInputElement, event: Event, before: ShownAmount): Edited {
  const { value } = input;
  const caret = input.selectionStart ?? value.length;
  const inserted = insertedBy(event);
  const whole = { text: value, caret };
  if (!before.isGrouped || inserted === undefined) return whole;
  const start = caret - inserted.length;
  if (value.slice(Math.max(0, start), caret) !== inserted) return whole;
  const head = digitsOf(value.slice(0, start));
  return {
    text: head + inserted + digitsOf(value.slice(caret)),
    caret: head.length + inserted.length,
  };
}

function insertedBy(event: Event): string | undefined {
  const { inputType = '', data } = event as Partial<InputEvent>;
  return inputType.startsWith('delete') ? '' : (data ?? undefined);
}

/** The position of the caret after formatting: behind as many digits as before. */
export function caretIn(shown: ShownAmount, { text, caret }: Edited, event: Event): number {
  if (!shown.isGrouped) return caret;
  const digits = digitsOf(text.slice(0, caret)).length;
  const at = [...shown.text].findIndex(
    (_, index) => digitsOf(shown.text.slice(0, index)).length === digits,
  );
  if (at < 0) return shown.text.length;
  // "Delete" before a mark skips it; without this the caret would get stuck.
  const isForward = (event as Partial<InputEvent>).inputType === 'deleteContentForward';
  return isForward && /\D/.test(shown.text.charAt(at)) ? at + 1 : at;
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');
