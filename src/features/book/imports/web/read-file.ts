/** The chosen file as text. Some programs save UTF-16, marked by the first two bytes. */
import { DEFAULT_LIMITS } from '#contract/files.ts';
import { CHOOSE_FILE } from '#features/book/imports/contract.ts';

export interface Chosen {
  /** Distinguishes one choice from the next. */
  nth: number;
  name: string;
  text: string;
}

let count = 0;

/** @throws Error with a message to display, if it isn't a CSV file or is too large */
export async function readChosen(file: File, tooLarge: string): Promise<Chosen> {
  if (!/\.csv$/i.test(file.name)) throw new Error(CHOOSE_FILE);
  if (file.size > 2 * DEFAULT_LIMITS.bytes) throw new Error(tooLarge);
  const bytes = new Uint8Array(await bytesOf(file));
  const [first, second] = bytes;
  const wide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const encoding = wide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  count += 1;
  return { nth: count, name: file.name, text: new TextDecoder(encoding).decode(bytes) };
}

const bytesOf = (file: File): Promise<ArrayBuffer> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(file);
  });
