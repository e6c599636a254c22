/** Redraws a picture at a smaller size, which also drops its metadata (place, camera). */
import { PICTURE_BYTES, PICTURE_SIDE } from '#features/pocket/goals/contract.ts';

const QUALITIES = [0.85, 0.7, 0.5, 0.35];

/** Base64 of a JPEG or WebP of at most 640 pixels a side. @throws unless it is a picture */
export async function shrink(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, PICTURE_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  for (const quality of QUALITIES) {
    const blob = await encoded(canvas, quality);
    if (blob && blob.size <= PICTURE_BYTES) return base64(blob);
  }
  throw new Error('The picture stays too large');
}

/** Browsers that can't write WebP write PNG instead, which is too large for a photo. */
async function encoded(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  const of = (type: string) =>
    new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  const webp = await of('image/webp');
  return webp?.type === 'image/webp' ? webp : of('image/jpeg');
}

async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
