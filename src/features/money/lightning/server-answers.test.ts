/** The book after a wallet's answers: each thirtieth row; all of them in `.ci`. */
import { testAnswers } from '#tests/support/answer-families.ts';
import { ANSWER_ROWS } from '#tests/support/answer-rows.ts';

testAnswers(ANSWER_ROWS.filter((_, at) => at % 30 === 3));
