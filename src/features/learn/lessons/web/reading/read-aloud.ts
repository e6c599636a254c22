/**
 * Reads a lesson aloud with one of the device's own voices, line by line. Voices that send the text
 * to a remote service are excluded; if none are left, there is no button.
 */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

export interface ReadAloud {
  /** The number of the line being read; undefined while nothing is. */
  at: number | undefined;
  start: () => void;
  stop: () => void;
}

/** Undefined if none of the device's voices speaks the language. */
export function useReadAloud(lines: readonly string[], language: string): ReadAloud | undefined {
  const voice = useSyncExternalStore(watchVoices, () => findVoice(language));
  const [at, setAt] = useState<number>();
  // Identifies the current reading: a stopped voice still fires its end event.
  const reading = useRef(0);
  useEffect(() => () => silence(reading), []);
  if (!voice) return undefined;
  const read = (index: number, mine: number) => {
    const words = lines[index];
    setAt(words === undefined ? undefined : index);
    if (words === undefined) return;
    const utterance = new SpeechSynthesisUtterance(words);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.rate = 0.9;
    const isMine = () => reading.current === mine;
    utterance.onend = () => isMine() && read(index + 1, mine);
    utterance.onerror = () => isMine() && setAt(undefined);
    speechSynthesis.speak(utterance);
  };
  return {
    at,
    start: () => {
      silence(reading);
      read(0, reading.current);
    },
    stop: () => {
      silence(reading);
      setAt(undefined);
    },
  };
}

function silence(reading: { current: number }) {
  reading.current += 1;
  if (typeof speechSynthesis !== 'undefined') speechSynthesis.cancel();
}

function findVoice(language: string): SpeechSynthesisVoice | undefined {
  if (typeof speechSynthesis === 'undefined') return undefined;
  return speechSynthesis
    .getVoices()
    .find(({ lang, localService }) => localService && lang.split(/[-_]/)[0] === language);
}

function watchVoices(changed: () => void): () => void {
  if (typeof speechSynthesis === 'undefined') return () => undefined;
  const voices = speechSynthesis;
  voices.addEventListener('voiceschanged', changed);
  return () => voices.removeEventListener('voiceschanged', changed);
}
