/**
 * `npm run requirements`: every requirement with the tests that cite it, as Markdown. Exit code 1
 * if one has none.
 */
import { problems, readCitations, readList, report, toMarkdown } from './requirements-report.ts';

const list = readList();
const citations = readCitations();
process.stdout.write(toMarkdown(report(list, citations)));
const wrong = problems(list, citations);
for (const one of wrong) console.error(one);
process.exitCode = wrong.length === 0 ? 0 : 1;
