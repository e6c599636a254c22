/** The display of a call that failed without a network. */
import { afterEach, expect, test } from 'vitest';
import { explainSilence, fromResponse, messageOf } from '#web/errors.ts';
import { changeState, resetState, withNetwork } from './state.ts';

afterEach(resetState);

test('what fails without a network says that it is the network; a refusal says its own reason', () => {
  const failed = () => messageOf(new TypeError('Failed to fetch'), 'This could not be loaded.');
  explainSilence(withNetwork);
  expect(failed()).toBe('This could not be loaded.');
  changeState({ online: false });
  expect(failed()).toBe('You are offline. This could not be loaded.');
  const refused = fromResponse(409, JSON.stringify({ message: 'Answered', code: 'CONFLICT' }), '');
  expect(messageOf(refused, 'Failed')).toBe('Answered');
});
