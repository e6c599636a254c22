/**
 * Reads a lesson aloud with a voice of the device itself, line by line. Voices that send the words
 * to somebody else's computer are not used; if there is no other, there is no button.
 */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

export interface ReadAloud {
  /** The number of the line being read; undefined while nothing is. */
  at: number | undefined;
  start: () => void;
  stop: () => void;
}

/** Undefined if no voice of the device speaks the language. */
export function useReadAloud(lines: readonly string[], language: string): ReadAloud | undefined {
  const voice = useSyncExternalStore(watchVoices, () => findVoice(language));
  const [at, setAt] = useState<number>();
  // Identifies the reading: a stopped voice still fires its end event.
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
