/** The worker: derives addresses beside the page, so that the page stays quick. */
import { answerRequest, type DeriveRequest } from './derive-steps.ts';

addEventListener('message', ({ data }: MessageEvent<DeriveRequest>) => {
  answerRequest(data, (message) => postMessage(message));
});
