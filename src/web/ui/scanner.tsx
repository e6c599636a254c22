/** The camera’s picture, until a QR code is read in it. None of it leaves the browser. */
import { t } from '@lingui/core/macro';
import decodeQR from 'qr/decode.js';
import { useEffect, useRef, useState } from 'react';
import { InlineAlert } from './banner.tsx';
import { Dialog } from './dialog.tsx';
import './scanner.css';

/** A pause between two looks, to keep the phone cool. */
const PAUSE_MS = 150;
/** Enough for a long invoice, and quick to read on an old phone. */
const MOST_PIXELS = 720;

interface ScannerProps {
  onRead: (text: string) => void;
  onClose: () => void;
}

export function Scanner({ onRead, onClose }: ScannerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const read = useRef(onRead);
  read.current = onRead;
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    const end = new AbortController();
    if (video.current)
      scan(video.current, end.signal).then(
        (text) => text !== undefined && read.current(text),
        () => setRefused(true),
      );
    return () => end.abort();
  }, []);
  return (
    <Dialog title={t`Scan a QR code`} onClose={onClose}>
      {isRefused ? (
        <InlineAlert>{t`Satling can’t use the camera. Allow it in your browser’s settings for this page, or paste the text.`}</InlineAlert>
      ) : (
        <div className="grid gap-3">
          <video ref={video} className="scanner" muted playsInline aria-label={t`Camera`} />
          <p className="sub">{t`Hold the code in front of the camera.`}</p>
        </div>
      )}
    </Dialog>
  );
}

/** The content of the first code; undefined once `end` is aborted. @throws if there is no camera */
async function scan(video: HTMLVideoElement, end: AbortSignal): Promise<string | undefined> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment' },
  });
  try {
    video.srcObject = stream;
    await video.play();
    while (!end.aborted) {
      const text = codeIn(video);
      if (text !== undefined) return text;
      await new Promise((go) => setTimeout(go, PAUSE_MS));
    }
    return undefined;
  } catch (error) {
    if (end.aborted) return undefined;
    throw error;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

function codeIn(video: HTMLVideoElement): string | undefined {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, MOST_PIXELS / Math.max(videoWidth, videoHeight, 1));
  const [width, height] = [Math.floor(videoWidth * scale), Math.floor(videoHeight * scale)];
  if (width === 0 || height === 0) return undefined;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  context.drawImage(video, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  try {
    return decodeQR({ data, width, height });
  } catch {
    return undefined; // no code in this picture
  }
}
