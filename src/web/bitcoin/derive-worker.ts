/** The worker: derives addresses off the main thread, so that the page stays responsive. */
import { answerRequest, type DeriveRequest } from './derive-steps.ts';

addEventListener('message', ({ data }: MessageEvent<DeriveRequest>) => {
  answerRequest(data, (message) => postMessage(message));
});
