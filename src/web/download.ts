/** Downloads a text as a file. */

/** Saves it under this name; nothing leaves the browser. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the browser has started reading; the address would hold the text in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The reader's local date, for a file name: `2026-11-21`. */
export function todayHere(now = new Date()): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
